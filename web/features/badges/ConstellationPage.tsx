import { useSuspenseQuery } from '@tanstack/react-query'

import type { Constellation } from '#contract/badges'
import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, lazyPart, Page, PageHeading, SectionCard } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { constellation } from './queries.ts'
import { StarList } from './StarList.tsx'

// The list renders immediately; the map loads after it.
const StarMap = lazyPart(() => import('./StarMap.tsx'), 'StarMap', 'h-[min(75dvh,42rem)]')

export const handle = { failed: 'Your sky could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [constellation])

const ConstellationPage = () => {
  const { data: sky } = useSuspenseQuery(constellation)
  return (
    <Page>
      <Loaded sky={sky} />
    </Page>
  )
}

const Loaded = ({ sky }: { sky: Constellation }) => (
  <div className="space-y-6">
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="space-y-2">
        <PageHeading>Constellation</PageHeading>
        <p className="max-w-text text-muted">
          Every star is a badge, and it grows brighter as you get closer to earning it. Lines join
          badges that share a quest. The sky is the same for everyone; the light in it is yours.
        </p>
      </div>
      <ButtonLink variant="secondary" to={paths.badgeProgress}>
        Badge progress
      </ButtonLink>
    </header>
    {sky.stars.length === 0 ? (
      <EmptyState title="No stars yet">This school’s badges appear here.</EmptyState>
    ) : (
      <>
        <StarMap sky={sky} />
        <Legend />
        <SectionCard id="star-list" title="The sky as a list" spaced>
          <StarList stars={sky.stars} />
        </SectionCard>
      </>
    )}
  </div>
)

const Legend = () => (
  <p className="no-print text-sm text-muted">
    Drag, or use the wheel, two fingers or the buttons, to look around. On the keyboard, arrows go
    to the nearest star, <kbd>Enter</kbd> opens it, <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>0</kbd>{' '}
    shows all. A star with rays is earned; a ring shows how far another is; a dashed ring is your
    goal.
  </p>
)

export default ConstellationPage
