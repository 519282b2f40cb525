import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { VIEWERS, type Viewer } from '#rules/audience'
import { ButtonLink, Select } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { VIEWER_WORDS } from './labels.ts'
import { PortfolioView } from './PortfolioView.tsx'
import { portfolioPreview } from './queries.ts'

const viewerIn = (text: string | null): Viewer =>
  VIEWERS.find((viewer) => viewer === text) ?? 'stranger'

export const handle = { failed: 'The preview could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(({ search }) => [
  portfolioPreview(viewerIn(search.get('as'))),
])

/** Preview of the user's page for a kind of viewer, published or not. */
const PreviewPage = () => {
  const [search, setSearch] = useSearchParams()
  const viewer = viewerIn(search.get('as'))
  const { data } = useSuspenseQuery(portfolioPreview(viewer))
  return (
    <>
      <aside
        aria-label="Preview"
        className="no-print border-b border-line bg-brand-soft px-4 pt-8 pb-4 sm:px-6"
      >
        <div className="mx-auto flex max-w-content flex-wrap items-end justify-between gap-4">
          <div className="w-full max-w-72">
            <Select
              id="viewer"
              label="Seen by"
              value={viewer}
              onChange={(event) => setSearch({ as: event.target.value }, { replace: true })}
              options={VIEWERS.toReversed().map((value) => ({ value, label: VIEWER_WORDS[value] }))}
            />
          </div>
          <ButtonLink variant="secondary" to={paths.portfolio}>
            Back to the editor
          </ButtonLink>
        </div>
      </aside>
      <PortfolioView portfolio={data} />
    </>
  )
}

export default PreviewPage
