import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Pathway } from '#contract/pathways'
import { Card, EmptyState } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayView } from './PathwayView.tsx'
import { allPathways } from './queries.ts'

export const handle = { failed: 'The pathways could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [allPathways()])

const PathwaysPage = () => {
  const {
    data: { pathways },
  } = useSuspenseQuery(allPathways())
  return (
    <div className="space-y-6">
      <p className="max-w-text text-muted">
        Each pathway leads through several quests to something big. You can start with any quest
        that is open to you, and take as long as you like.
      </p>
      {pathways.length === 0 ? (
        <EmptyState title="No pathways yet">This school’s pathways appear here.</EmptyState>
      ) : (
        pathways.map((pathway) => <Section key={pathway.slug} pathway={pathway} />)
      )}
    </div>
  )
}

const Section = ({ pathway }: { pathway: Pathway }) => (
  <Card aria-labelledby={pathway.slug} className="space-y-6">
    <header className="space-y-2">
      <h2 id={pathway.slug} className="text-2xl">
        <Link to={paths.pathway(pathway.slug)} className="text-ink no-underline hover:underline">
          {pathway.title}
        </Link>
      </h2>
      <p className="max-w-text text-muted">{pathway.summary}</p>
      <PathwayFacts pathway={pathway} />
    </header>
    <PathwayView pathway={pathway} />
  </Card>
)

export default PathwaysPage
