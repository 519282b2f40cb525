import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { VIEWERS, type Viewer } from '#rules/audience'
import { ButtonLink, Page, PageHeading, QueryView, Select, Skeleton } from '#ui'

import { PortfolioView } from './PortfolioView.tsx'
import { portfolioPreview } from './queries.ts'
import { VIEWER_WORDS } from './words.ts'

const viewerIn = (text: string | null): Viewer =>
  VIEWERS.find((viewer) => viewer === text) ?? 'stranger'

/** The own page through somebody else's eyes, whether it is published or not. */
const PreviewPage = () => {
  const [search, setSearch] = useSearchParams()
  const viewer = viewerIn(search.get('as'))
  const query = useQuery(portfolioPreview(viewer))
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
      <QueryView
        query={query}
        loading="Loading the preview"
        skeleton={<Skeleton className="mt-6 h-64" />}
        failed="The preview could not be loaded"
        renderFrame={(state) => (
          <Page>
            <PageHeading>Preview</PageHeading>
            {state}
          </Page>
        )}
      >
        {(data) => <PortfolioView portfolio={data} />}
      </QueryView>
    </>
  )
}

export default PreviewPage
