import { useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Plan, PlanEntry } from '#contract/plan'
import { ButtonLink, Chip, EmptyState, lazyPart } from '#ui'
import { localDay, plannedFor, shortDay } from '#web/format'

import { CourseWeeks } from './CourseWeeks.tsx'
import { isOpen, sizeOf, STATES } from './labels.ts'

const MoveDay = lazyPart(() => import('./MoveDay.tsx'), 'MoveDay', 'h-11')

/** Read-only plan: upcoming quests in order, time off, completed quests. */
export const PlannedList = ({
  learnerId,
  plan,
  isOwn,
}: {
  learnerId: string
  plan: Plan
  isOwn: boolean
}) => {
  const [today] = useState(localDay)
  const open = plan.entries.filter(isOpen)
  const breaks = plan.breaks.filter(({ to }) => to >= today)
  return (
    <div className="space-y-6">
      {open.length === 0 ? (
        <EmptyState
          title="Nothing planned yet"
          action={<ButtonLink to={paths.quests}>Explore quests</ButtonLink>}
        >
          {isOwn
            ? 'Your advisor makes the plan with you. Propose a quest you would like to do.'
            : 'Planned quests appear here.'}
        </EmptyState>
      ) : (
        <ol aria-label="Planned quests" className="space-y-3">
          {open.map((entry) => (
            <li
              key={entry.quest_id}
              className="rounded-card border border-line bg-surface p-4 shadow-low sm:p-5"
            >
              <Entry entry={entry} today={today} />
              {isOwn && entry.movable ? <MoveDay learnerId={learnerId} entry={entry} /> : null}
            </li>
          ))}
        </ol>
      )}
      {breaks.length > 0 ? (
        <p className="text-muted">
          Time off:{' '}
          {breaks
            .map(({ label, from, to }) => `${label} (${shortDay(from)} to ${shortDay(to)})`)
            .join(', ')}
          .
        </p>
      ) : null}
      <Done entries={plan.entries} />
    </div>
  )
}

const Entry = ({ entry, today }: { entry: PlanEntry; today: string }) => {
  const state = STATES[entry.state]
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link to={paths.quest(entry.quest_id)} className="link text-lg font-semibold">
          {entry.title}
        </Link>
        <span className={entry.target_date ? 'font-semibold' : 'text-muted'}>
          {entry.target_date ? plannedFor(entry.target_date, today) : 'No day yet'}
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span>{sizeOf(entry)}</span>
        {state ? (
          <Chip tone="brand">
            {state}
            {entry.state === 'active' && entry.tasks_done > 0
              ? `, ${entry.tasks_done} of ${entry.tasks_total} tasks`
              : ''}
          </Chip>
        ) : null}
      </p>
      {entry.note ? <p className="whitespace-pre-line">{entry.note}</p> : null}
      <CourseWeeks entry={entry} />
    </div>
  )
}

export const Done = ({ entries }: { entries: readonly PlanEntry[] }) => {
  const done = entries.filter((entry) => !isOpen(entry))
  if (done.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 font-semibold">
        Done: {done.length === 1 ? 'one quest' : `${done.length} quests`} of the plan
      </summary>
      <ul className="mt-3 space-y-2">
        {done.map(({ quest_id, title }) => (
          <li key={quest_id}>
            <Link to={paths.quest(quest_id)} className="link">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
