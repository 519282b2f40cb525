import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Pathway } from '#contract/pathways'
import { EmptyState, Markdown, Page, PageHeading, SectionCard } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayView } from './PathwayView.tsx'
import { allPathways } from './queries.ts'

const HEADING = <PageHeading className="visually-hidden">Pathway</PageHeading>

export const handle = { failed: 'The pathway could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [allPathways()])

const PathwayPage = () => {
  const { slug } = useParams()
  const {
    data: { pathways },
  } = useSuspenseQuery(allPathways())
  const pathway = pathways.find((each) => each.slug === slug)
  return (
    <Page>
      <Link
        to={paths.pathways}
        className="link no-print mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All pathways
      </Link>
      {pathway ? <Loaded pathway={pathway} /> : <Missing />}
    </Page>
  )
}

const Loaded = ({ pathway }: { pathway: Pathway }) => (
  <article className="space-y-8">
    <header className="space-y-4">
      <PageHeading>{pathway.title}</PageHeading>
      <p className="max-w-text text-lg text-muted">{pathway.big_idea}</p>
      <PathwayFacts pathway={pathway} />
      <div className="max-w-text">
        <Markdown text={pathway.description} />
      </div>
    </header>
    <SectionCard id="quests-on-the-way" title="Quests in this pathway" className="space-y-5">
      <PathwayView pathway={pathway} />
    </SectionCard>
  </article>
)

const Missing = () => (
  <>
    {HEADING}
    <EmptyState
      title="Pathway not found"
      action={
        <Link to={paths.pathways} className="link">
          See all pathways
        </Link>
      }
    >
      It may have been removed, or the address may be incomplete.
    </EmptyState>
  </>
)

export default PathwayPage
