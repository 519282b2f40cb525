import { useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Quest, SubmissionOutcome } from '#contract/quests'
import { loaderFor, type PageTexts } from '#web/page'

import { Celebration, OwnTask } from './lazy-components.ts'
import { getQuest } from './queries.ts'
import { ForAdults } from './QuestDetails.tsx'
import { QuestHeader } from './QuestHeader.tsx'
import { QuestProgress } from './QuestProgress.tsx'
import { TaskCard } from './TaskCard.tsx'
import { TasksByWeek } from './TasksByWeek.tsx'

export const handle = {
  failed: 'The quest could not be loaded',
  missing: {
    title: 'Quest not found',
    text: 'It may have been removed, or the address may be incomplete.',
    action: { to: paths.quests, label: 'Explore other quests' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [getQuest(id)])

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
          Print this quest
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
  /** Undefined for the next task to do; null if all are folded. */
  const [chosen, setChosen] = useState<string | null | undefined>(() => linkedTask())
  useEffect(() => {
    // Not returned: in newer browsers it is a promise, and React would call it as the cleanup.
    void document.getElementById(`task-${linkedTask()}`)?.scrollIntoView()
  }, [])
  const next = quest.tasks.find(
    (task) => (!task.done && !task.dropped) || task.attempts.at(-1)?.state === 'returned',
  )
  const current = chosen === undefined ? next?.id : chosen
  /** Stays open beside the next task until it is folded or another one is chosen. */
  const [justSubmitted, setJustSubmitted] = useState<string>()
  const open = (id: string | null | undefined) =>
    // Committed before anything scrolls: folding a task above moves the others.
    flushSync(() => {
      setChosen(id)
      setJustSubmitted(undefined)
    })
  const toggle = (id: string) => {
    if (id === justSubmitted) return open(chosen)
    open(id === current ? null : id)
    // The title, because an open task may be taller than the screen.
    const title = document.getElementById(`task-${id}`)?.querySelector('h3')
    title?.scrollIntoView({ block: 'nearest' })
  }
  const goTo = (id: string) => {
    open(id)
    const card = document.getElementById(`task-${id}`)
    card?.scrollIntoView()
    card?.querySelector('h3')?.focus({ preventScroll: true })
  }
  return (
    <article>
      <QuestHeader
        quest={quest}
        {...(next ? { next: { title: next.title, goTo: () => goTo(next.id) } } : {})}
      />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_18rem]">
        <section className="min-w-0 space-y-5" aria-labelledby="tasks">
          <h2 id="tasks" tabIndex={-1} className="scroll-mt-20 text-2xl">
            Tasks
          </h2>
          <TasksByWeek quest={quest} open={[current, justSubmitted]}>
            {(task, index) => (
              <li key={task.id} className="space-y-3">
                {submitted?.taskId === task.id ? (
                  <Celebration
                    outcome={submitted.outcome}
                    quest={quest}
                    task={task}
                    next={next}
                    onNext={goTo}
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
                  isOpen={task.id === current || task.id === justSubmitted}
                  toggle={() => toggle(task.id)}
                  onSubmitted={(outcome) => {
                    setSubmitted({ taskId: task.id, outcome })
                    setJustSubmitted(task.id)
                    setChosen(undefined)
                  }}
                  onWithdrawn={() => setSubmitted(undefined)}
                />
              </li>
            )}
          </TasksByWeek>
          {quest.enrollment ? <OwnTask questId={quest.id} /> : null}
          <ForAdults quest={quest} />
        </section>
        <QuestProgress quest={quest} />
      </div>
    </article>
  )
}

export default QuestPage
