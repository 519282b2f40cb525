import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { CreditEvidence } from '#contract/credits'
import { taskPath } from '#contract/paths'
import type { CreditState } from '#rules/credits'
import { Chip, PillarChip, QueryView } from '#ui'
import { dateOf, number } from '#web/format'

import { credits } from './labels.ts'
import type { AskEvidence } from './SubjectRows.tsx'

type EvidenceProps = { query: ReturnType<AskEvidence>; state: CreditState }

/** Sources of a figure, each with the part of its XP that counts here. */
export const Evidence = ({ query, state }: EvidenceProps) => {
  const asked = useQuery(query)
  return (
    <QueryView query={asked} what="the evidence" skeleton="h-35">
      {(data) => {
        const items = data.items.filter((item) => item.state === state)
        return (
          <>
            <p className="mb-3 text-muted">
              {credits(data.row[state])} from{' '}
              {items.length === 1 ? 'one piece' : `${items.length} pieces`}. Each line shows how
              many of the task’s XP count towards this subject.
            </p>
            <ul className="divide-y divide-line border-t border-line">
              {items.map((item) => (
                <li key={item.entry?.id ?? item.task?.task_id} className="py-3">
                  <Piece item={item} />
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </QueryView>
  )
}

const Piece = ({ item }: { item: CreditEvidence }) =>
  item.task ? <TaskPiece item={item} task={item.task} /> : <EntryPiece item={item} />

const WHEN = {
  earned: 'accepted',
  in_review: 'handed in',
  in_progress: 'returned',
  planned: '',
} satisfies Record<CreditState, string>

type TaskPieceProps = { item: CreditEvidence; task: NonNullable<CreditEvidence['task']> }

const TaskPiece = ({ item, task }: TaskPieceProps) => (
  <div className="space-y-1.5">
    <div className="flex items-baseline justify-between gap-4">
      <Link to={taskPath(task.quest_id, task.task_id)} className="link font-semibold">
        {task.task_title}
      </Link>
      <span className="shrink-0 font-semibold tabular-nums">{number(item.xp)} XP</span>
    </div>
    <p className="text-sm text-muted">
      {task.quest_title}
      {item.xp === task.task_xp ? '' : `, ${number(item.xp)} of ${task.task_xp} XP`}
      {item.at ? `, ${WHEN[item.state]} ${dateOf(item.at)}` : ''}
    </p>
    <p className="flex flex-wrap gap-2">
      <PillarChip pillar={task.pillar} />
      {task.returned ? <Chip tone="warning">Returned: improve it and hand it in again</Chip> : null}
    </p>
  </div>
)

const KINDS = {
  transfer: 'Transfer credit',
  outside: 'Credit for work',
  adjustment: 'Adjustment',
  reversal: 'Reversed',
  task: '',
} satisfies Record<CreditEvidence['kind'], string>

const EntryPiece = ({ item }: { item: CreditEvidence }) => (
  <div className="space-y-1">
    <div className="flex items-baseline justify-between gap-4">
      <span className="font-semibold">
        {KINDS[item.kind]}
        {item.entry?.institution ? ` from ${item.entry.institution}` : ''}
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{credits(item.credits)}</span>
    </div>
    <p>{item.entry?.reason}</p>
    <p className="text-sm text-muted">
      {item.entry?.recorded_by ? `Recorded by ${item.entry.recorded_by}` : 'Recorded'}
      {item.at ? ` on ${dateOf(item.at)}` : ''}
      {item.entry?.reversed ? ', reversed since' : ''}
    </p>
  </div>
)
