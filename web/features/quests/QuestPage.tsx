import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Quest, SubmissionOutcome } from '#contract/quests'
import { loads, type PageWords } from '#web/page'

import { Celebration, ForAdults, OwnTask } from './lazy-components.ts'
import { getQuest } from './queries.ts'
import { QuestHeader } from './QuestHeader.tsx'
import { QuestProgress } from './QuestProgress.tsx'
import { TaskCard } from './TaskCard.tsx'

export const handle = {
  failed: 'The quest could not be loaded',
  missing: {
    title: 'This quest is not here',
    text: 'It may have been taken down, or the address is not complete.',
    action: { to: paths.quests, label: 'Explore other quests' },
  },
} satisfies PageWords

export const clientLoader = loads(({ params: { id = '' } }) => [getQuest(id)])

const QuestPage = () => {
  const { id = '' } = useParams()
  const { data: quest } = useSuspenseQuery(getQuest(id))
  return (
    <div className="mx-auto max-w-content px-4 pt-6 pb-16 sm:px-6 sm:pt-8">
      <nav
        aria-label="Quest"
        className="no-print mb-4 flex flex-wrap justify-between gap-x-6 text-sm"
      >
        <Link to={paths.quests} className="link inline-flex min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden size={16} /> All quests
        </Link>
        <Link to={`${paths.quest(id)}/print`} className="link inline-flex min-h-11 items-center">
          Print as a sheet
        </Link>
      </nav>
      <Work key={id} quest={quest} />
    </div>
  )
}

/** Task id in the URL (`#task-…`); the task renders only once the quest has loaded. */
const linkedTask = () => /^#task-(.+)$/.exec(window.location.hash)?.[1]

const Work = ({ quest }: { quest: Quest }) => {
  const [submitted, setSubmitted] = useState<{ taskId: string; outcome: SubmissionOutcome }>()
  const [chosen, setChosen] = useState<string | undefined>(() => linkedTask())
  useEffect(() => document.getElementById(`task-${linkedTask()}`)?.scrollIntoView(), [])
  const next = quest.tasks.find(
    (task) => (!task.done && !task.dropped) || task.attempts.at(-1)?.state === 'returned',
  )
  const current = chosen ?? next?.id
  return (
    <article>
      <QuestHeader quest={quest} />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_18rem]">
        <section className="min-w-0 space-y-5" aria-labelledby="tasks">
          <h2 id="tasks" tabIndex={-1} className="scroll-mt-20 text-2xl">
            Tasks
          </h2>
          <ol className="space-y-5">
            {quest.tasks.map((task, index) => (
              <li key={task.id} className="space-y-3">
                {submitted?.taskId === task.id ? (
                  <Celebration
                    outcome={submitted.outcome}
                    quest={quest}
                    onClose={() => {
                      setSubmitted(undefined)
                      document.getElementById('tasks')?.focus({ preventScroll: true })
                    }}
                  />
                ) : null}
                <TaskCard
                  quest={quest}
                  task={task}
                  number={index + 1}
                  isCurrent={task.id === current}
                  choose={() => setChosen(task.id)}
                  onSubmitted={(outcome) => {
                    setSubmitted({ taskId: task.id, outcome })
                    setChosen(undefined)
                  }}
                  onWithdrawn={() => setSubmitted(undefined)}
                />
              </li>
            ))}
          </ol>
          {quest.enrollment ? <OwnTask questId={quest.id} /> : null}
          <ForAdults quest={quest} />
        </section>
        <QuestProgress quest={quest} />
      </div>
    </article>
  )
}

export default QuestPage
