import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useParams } from 'react-router'

import type { AuthoredQuest } from '#contract/authoring'
import { paths } from '#contract/paths'
import { lazyPart } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { Decision } from './Decision.tsx'
import { Preview } from './lazy-components.ts'
import { authoredQuest } from './queries.ts'
import { QuestTitle } from './QuestTitle.tsx'

const loading = import('./QuestEditor.tsx')
const QuestEditor = lazyPart(() => loading, 'QuestEditor', 'h-96')

export const handle = {
  failed: 'The quest could not be loaded',
  missing: {
    title: 'Quest not found',
    text: 'It may have been discarded, or someone else may still be writing it.',
    action: { to: paths.authoredQuests, label: 'All your quests' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [authoredQuest(id)])

const EditQuestPage = () => {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(authoredQuest(id))
  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 pt-8 pb-16 sm:px-6">
      <Link
        to={paths.authoredQuests}
        className="link mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <ArrowLeft aria-hidden size={16} /> All your quests
      </Link>
      {data.may.edit ? (
        <QuestEditor key={id} quest={data} />
      ) : (
        <Reading key={data.revision} quest={data} />
      )}
    </div>
  )
}

/** For people who may read but not edit, such as an approver. */
const Reading = ({ quest }: { quest: AuthoredQuest }) => (
  <div className="space-y-6">
    <QuestTitle quest={quest} title={quest.content.title} />
    {quest.may.decide ? <Decision quest={quest} /> : null}
    <Preview id={quest.id} content={quest.content} />
  </div>
)

export default EditQuestPage
