import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useParams } from 'react-router'

import type { AuthoredQuest } from '#contract/authoring'
import { paths } from '#contract/paths'
import { EmptyState, lazyPart, PageHeading, QueryView, Skeleton } from '#ui'

import { Decision } from './Decision.tsx'
import { Preview } from './lazy-components.ts'
import { authoring } from './queries.ts'
import { QuestTitle } from './QuestTitle.tsx'

const loading = import('./QuestEditor.tsx')
const QuestEditor = lazyPart(() => loading, 'QuestEditor', 'h-96')

const EditQuestPage = () => {
  const { id = '' } = useParams()
  const quest = useQuery(authoring.getAuthored.query({ params: { id } }))
  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 pt-8 pb-16 sm:px-6">
      <Link
        to={paths.authoredQuests}
        className="link mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All quests that you write
      </Link>
      <QueryView
        query={quest}
        loading="Loading the quest"
        skeleton={<Skeleton className="h-96" />}
        failed="The quest could not be loaded"
        heading={<PageHeading className="visually-hidden">Edit a quest</PageHeading>}
        missing={
          <>
            <PageHeading className="visually-hidden">Edit a quest</PageHeading>
            <EmptyState title="This quest is not here">
              It may have been discarded, or somebody else is still writing it.
            </EmptyState>
          </>
        }
      >
        {(data) =>
          data.may.edit ? (
            <QuestEditor key={id} quest={data} />
          ) : (
            <Reading key={data.revision} quest={data} />
          )
        }
      </QueryView>
    </div>
  )
}

/** For those who may read it and not change it: who is to approve it, say. */
const Reading = ({ quest }: { quest: AuthoredQuest }) => (
  <div className="space-y-6">
    <QuestTitle quest={quest} title={quest.content.title} />
    {quest.may.decide ? <Decision quest={quest} /> : null}
    <Preview id={quest.id} content={quest.content} />
  </div>
)

export default EditQuestPage
