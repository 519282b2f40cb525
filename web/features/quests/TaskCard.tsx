import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { Link } from 'react-router'

import type { LostBadge } from '#contract/badges'
import { paths } from '#contract/paths'
import type { Quest, SubmissionOutcome, Task } from '#contract/quests'
import { Alert, Button, Card, Chip, Markdown, PillarChip, VisuallyHidden } from '#ui'
import { useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { inReadersUnits } from '#web/format'

import { AttemptHistory } from './AttemptHistory.tsx'
import { AddedPieces, Composer, Hints } from './lazy-components.ts'
import { quests } from './queries.ts'

type Props = {
  quest: Quest
  task: Task
  number: number
  /** Its composer is open; only one task has an open composer. */
  isCurrent: boolean
  choose: () => void
  onSubmitted: (outcome: SubmissionOutcome) => void
  onWithdrawn: () => void
}

/** A task with instructions, attempts, and the composer while open. */
export const TaskCard = ({
  quest,
  task,
  number,
  isCurrent,
  choose,
  onSubmitted,
  onWithdrawn,
}: Props) => {
  const [lost, setLost] = useState<LostBadge[]>([])
  const latest = task.attempts.at(-1)
  const isOpen = latest?.state !== 'submitted' && latest?.state !== 'accepted' && !task.dropped
  const canWork = quest.enrollment !== null && quest.enrollment.state !== 'left'
  return (
    <Card id={`task-${task.id}`} className="scroll-mt-20 space-y-4">
      <header className="flex items-start gap-4">
        <Mark done={task.done && !isOpen} number={number} />
        <div className="min-w-0 grow space-y-2">
          <h3 className="text-xl">{task.title}</h3>
          <div className="flex flex-wrap gap-1.5">
            <PillarChip pillar={task.pillar}>{task.xp} XP</PillarChip>
            {task.dropped ? <Chip>From another version</Chip> : null}
            {task.own ? <Chip>Your own task</Chip> : null}
            {task.required || task.own ? null : <Chip>Optional</Chip>}
            {latest?.state === 'submitted' ? <Chip tone="success">Handed in</Chip> : null}
            {latest?.state === 'accepted' ? <Chip tone="gold">Accepted</Chip> : null}
            {latest?.state === 'returned' ? <Chip tone="warning">Returned</Chip> : null}
          </div>
        </div>
      </header>
      {task.instructions ? <Markdown text={inReadersUnits(task.instructions)} /> : null}
      {task.own && !task.xp_confirmed ? (
        <p className="text-sm text-muted">Its XP count once your advisor has confirmed them.</p>
      ) : null}
      <AttemptHistory questId={quest.id} attempts={task.attempts} />
      {isOpen && lost.length > 0 ? (
        <Alert title={lost.length === 1 ? 'A badge went with it' : 'Badges went with it'}>
          <p>
            {lost.map(({ name }) => `“${name}”`).join(', ')}: handing in again brings{' '}
            {lost.length === 1 ? 'it' : 'them'} back.
          </p>
        </Alert>
      ) : null}
      {canWork && isOpen && task.added.length > 0 ? <AddedPieces added={task.added} /> : null}
      {canWork && isOpen && !isCurrent ? (
        <Button variant="secondary" onClick={choose}>
          {task.draft ? 'Continue this task' : 'Work on this task'}
        </Button>
      ) : null}
      {quest.hints && isCurrent && isOpen ? <Hints hints={quest.hints} /> : null}
      {canWork && isOpen ? (
        <p>
          <Link to={paths.askAbout(quest.id, task.id)} className="link">
            Ask the tutor<VisuallyHidden> about “{task.title}”</VisuallyHidden>
          </Link>
        </p>
      ) : null}
      {canWork && isOpen && isCurrent ? (
        <Composer
          key={task.attempts.length}
          questId={quest.id}
          task={task}
          onSubmitted={onSubmitted}
        />
      ) : null}
      {canWork && latest && latest.state !== 'withdrawn' ? (
        <Withdraw
          task={task}
          onWithdrawn={({ badges_lost }) => {
            setLost(badges_lost)
            onWithdrawn()
          }}
        />
      ) : null}
    </Card>
  )
}

const Mark = ({ done, number }: { done: boolean; number: number }) => (
  <span
    className={`flex size-9 shrink-0 items-center justify-center rounded-full font-semibold tabular-nums ${done ? 'bg-success text-bg' : 'bg-sunk text-ink'}`}
  >
    {done ? (
      <>
        <Check aria-hidden size={20} />
        <span className="visually-hidden">Done:</span>
      </>
    ) : (
      number
    )}
  </span>
)

type WithdrawProps = {
  task: Task
  onWithdrawn: (outcome: SubmissionOutcome) => void
}

const Withdraw = ({ task, onWithdrawn }: WithdrawProps) => {
  const withdraw = useApiMutation(quests.withdrawTask)
  return (
    <div>
      <ConfirmButton
        button={{ variant: 'quiet', size: 'small', children: 'Withdraw' }}
        title="Withdraw what you handed in?"
        keep="Keep it"
        action={`Withdraw “${task.title}”`}
        confirm={async () => onWithdrawn(await withdraw.mutateAsync({ params: { id: task.id } }))}
        saved="Withdrawn. Your work stays in the history."
        failed="It could not be withdrawn."
      >
        <p>
          The {task.xp_earned > 0 ? `${task.xp_earned} XP of this task` : 'XP of this task'} are
          removed, along with any quest bonus or badge that depended on them. You can hand it in
          again at any time.
        </p>
      </ConfirmButton>
    </div>
  )
}
