import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { paths, taskPath } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { Card, Chip, PillarChip } from '#ui'
import { dateFormat, localDay, plannedFor } from '#web/format'

const dateOf = (at: string) => dateFormat(undefined, { dateStyle: 'medium' }).format(new Date(at))

type ListProps = {
  id: string
  title: string
  empty: string
  /** Link to the complete list. */
  link?: { to: string; label: string }
  children: ReactNode[]
}

const List = ({ id, title, empty, link, children }: ListProps) => (
  <Card aria-labelledby={id}>
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {link ? (
        <Link to={link.to} className="link inline-flex min-h-6 items-center text-sm">
          {link.label}
        </Link>
      ) : null}
    </div>
    {children.length === 0 ? (
      <p className="mt-2 text-muted">{empty}</p>
    ) : (
      <ul className="mt-1 -mb-3 divide-y divide-line">{children}</ul>
    )}
  </Card>
)

export const Feedback = ({ feedback }: { feedback: Dashboard['feedback'] }) => (
  <List id="feedback" title="Feedback" empty="Your advisor’s feedback on your work appears here.">
    {feedback.map((entry) => (
      <li key={entry.attempt_id} className="space-y-1 py-3">
        <p className="flex flex-wrap items-center gap-2">
          <Link to={taskPath(entry.quest_id, entry.task_id)} className="link font-semibold">
            {entry.task_title}
          </Link>
          <Chip tone={entry.state === 'returned' ? 'warning' : 'success'}>
            {entry.state === 'returned' ? 'Returned' : 'Accepted'}
          </Chip>
        </p>
        <p className="line-clamp-3 whitespace-pre-line">{entry.comment}</p>
        <p className="text-sm text-muted">{dateOf(entry.decided_at)}</p>
      </li>
    ))}
  </List>
)

/** Renders nothing without additions. */
export const EvidenceAddedByOthers = ({ added }: { added: Dashboard['added'] }) =>
  added.length === 0 ? null : (
    <List id="added" title="Added for you" empty="">
      {added.map(({ id, quest_id, task_id, task_title, quest_title, name, added_at }) => (
        <li key={id} className="space-y-1 py-3">
          <p>
            <bdi>{name ?? 'Someone'}</bdi> added something to{' '}
            <Link to={taskPath(quest_id, task_id)} className="link font-semibold">
              {task_title}
            </Link>
          </p>
          <p className="text-sm text-muted">
            {quest_title}, {dateOf(added_at)}
          </p>
        </li>
      ))}
    </List>
  )

type DueSoonProps = {
  quests: Dashboard['due_soon']
  /** Link to the complete plan. */
  link?: { to: string; label: string }
}

const OWN_PLAN = { to: paths.plan(), label: 'Your plan' }

export const DueSoon = ({ quests, link = OWN_PLAN }: DueSoonProps) => {
  const [today] = useState(localDay)
  return (
    <List
      id="due-soon"
      title="Due soon"
      empty="Nothing is planned for the next two weeks."
      link={link}
    >
      {quests.map(({ quest_id, quest_title, due_on, started }) => (
        <li key={quest_id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
          <Link to={paths.quest(quest_id)} className="link font-semibold">
            {quest_title}
          </Link>
          <span className="text-muted">
            {started ? 'started, ' : ''}
            {plannedFor(due_on, today)}
          </span>
        </li>
      ))}
    </List>
  )
}

const KINDS = {
  task: 'Task',
  bonus: 'Bonus for',
  reversal: 'Reversed in',
  adjustment: 'Adjustment in',
} satisfies Record<Dashboard['recent'][number]['kind'], string>

type XpEntry = Dashboard['recent'][number]

/** Groups a quest's bonus, which has one entry per pillar. */
const groupBonuses = (entries: readonly XpEntry[]) => {
  const groups: [XpEntry, ...XpEntry[]][] = []
  for (const entry of entries) {
    const before = groups.at(-1)
    const [first] = before ?? []
    const sameBonus =
      entry.kind === 'bonus' &&
      first?.kind === 'bonus' &&
      first.quest_id === entry.quest_id &&
      first.at === entry.at
    if (before && sameBonus) before.push(entry)
    else groups.push([entry])
  }
  return groups
}

export const Recent = ({ entries }: { entries: Dashboard['recent'] }) => (
  <List id="recent" title="Recent activity" empty="XP you earn is listed here.">
    {groupBonuses(entries).map(([entry, ...rest], index) => (
      // Entries have no ids, and the list is only ever replaced as a whole.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
        <span className="min-w-0">
          <Link to={paths.quest(entry.quest_id)} className="link">
            {entry.kind === 'task' && entry.task_title
              ? entry.task_title
              : `${KINDS[entry.kind]} ${entry.quest_title}`}
          </Link>{' '}
          <span className="text-sm text-muted">{dateOf(entry.at)}</span>
        </span>
        <span className="flex flex-wrap gap-1.5">
          {[entry, ...rest].map(({ pillar, amount }) => (
            <PillarChip key={pillar} pillar={pillar}>
              {amount > 0 ? '+' : '−'}
              {Math.abs(amount)} XP
            </PillarChip>
          ))}
        </span>
      </li>
    ))}
  </List>
)
