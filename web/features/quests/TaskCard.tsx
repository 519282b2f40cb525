import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Link } from 'react-router'

import type { LostBadge } from '#contract/badges'
import { paths } from '#contract/paths'
import type { Quest, SubmissionOutcome, Task } from '#contract/quests'
import { Alert, Card, Chip, Markdown, PillarChip, VisuallyHidden } from '#ui'
import { useApiMutation } from '#web/api'
import { isAnswerLink } from '#web/browser'
import { ConfirmButton } from '#web/form'
import { inReadersUnits } from '#web/format'

import { AttemptHistory } from './AttemptHistory.tsx'
import { AddedPieces, Composer, TaskPractice } from './lazy-components.ts'
import { quests } from './queries.ts'
import { TaskHelp } from './QuestDetails.tsx'
import { Spoken } from './Spoken.tsx'
import { useYoungScreen } from './young-screen.ts'

type Props = {
  quest: Quest
  task: Task
  number: number
  /** Otherwise folded to its title. */
  isOpen: boolean
  toggle: () => void
  onSubmitted: (outcome: SubmissionOutcome) => void
  onWithdrawn: () => void
}

/** A task; while open with instructions, attempts and composer. */
export const TaskCard = ({
  quest,
  task,
  number,
  isOpen,
  toggle,
  onSubmitted,
  onWithdrawn,
}: Props) => {
  const [lost, setLost] = useState<LostBadge[]>([])
  const isYoung = useYoungScreen()
  const latest = task.attempts.at(-1)
  const isPending = latest?.state !== 'submitted' && latest?.state !== 'accepted' && !task.dropped
  const canWork = quest.enrollment !== null && quest.enrollment.state !== 'left'
  return (
    <Card id={`task-${task.id}`} className="scroll-mt-20 space-y-4">
      <header className="flex items-start gap-4">
        <Mark done={task.done && !isPending} number={number} />
        <div className="min-w-0 grow space-y-2">
          <h3 tabIndex={-1} className="scroll-my-28 text-xl">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={toggle}
              className="-mt-1 flex min-h-11 w-full items-center justify-between gap-3 text-left"
            >
              {task.title}
              <ChevronDown
                aria-hidden
                size={22}
                className={`no-print shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`}
              />
            </button>
          </h3>
          <div className="flex flex-wrap gap-1.5">
            <PillarChip pillar={task.pillar}>{isYoung ? undefined : `${task.xp} XP`}</PillarChip>
            {task.dropped ? <Chip>From another version</Chip> : null}
            {task.own ? <Chip>Your own task</Chip> : null}
            {task.required || task.own ? null : <Chip>Optional</Chip>}
            {task.draft && isPending && !latest ? <Chip>Begun</Chip> : null}
            {latest?.state === 'submitted' ? <Chip tone="success">Handed in</Chip> : null}
            {latest?.state === 'accepted' ? <Chip tone="gold">Accepted</Chip> : null}
            {latest?.state === 'returned' ? <Chip tone="warning">Returned</Chip> : null}
            {latest?.comment && !isOpen ? <Chip>Your advisor has written</Chip> : null}
          </div>
        </div>
      </header>
      {isOpen ? (
        <>
          {task.instructions ? (
            <Spoken title={task.title}>
              <Markdown text={inReadersUnits(task.instructions)} />
            </Spoken>
          ) : null}
          {task.own && !task.xp_confirmed ? (
            <p className="text-sm text-muted">The XP will count once your advisor confirms them.</p>
          ) : null}
          {task.practice && canWork ? (
            <TaskPractice slug={task.practice} isYoung={isYoung} />
          ) : null}
          <AttemptHistory
            questId={quest.id}
            attempts={task.attempts}
            isAnswering={isAnswerLink(task.id)}
          />
          {isPending && lost.length > 0 ? (
            <Alert
              title={lost.length === 1 ? 'You also lost a badge' : 'You also lost some badges'}
            >
              <p>
                {lost.map(({ name }) => `“${name}”`).join(', ')}: hand the task in again to get{' '}
                {lost.length === 1 ? 'it' : 'them'} back.
              </p>
            </Alert>
          ) : null}
          {canWork && isPending && task.added.length > 0 ? (
            <AddedPieces added={task.added} />
          ) : null}
          {isPending ? (
            <TaskHelp hints={quest.hints} rubric={quest.rubric} taskId={task.id} />
          ) : null}
          {canWork && isPending ? (
            <>
              <p>
                <Link to={paths.askAbout(quest.id, task.id)} className="link">
                  Ask the tutor<VisuallyHidden> about “{task.title}”</VisuallyHidden>
                </Link>
              </p>
              <Composer
                key={task.attempts.length}
                questId={quest.id}
                task={task}
                onSubmitted={onSubmitted}
              />
            </>
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
        </>
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
  const isYoung = useYoungScreen()
  return (
    <div>
      <ConfirmButton
        button={{ variant: 'quiet', size: 'small', children: 'Withdraw' }}
        title="Withdraw your work?"
        keep="Keep it"
        action={`Withdraw “${task.title}”`}
        confirm={async () => onWithdrawn(await withdraw.mutateAsync({ params: { id: task.id } }))}
        saved="Withdrawn. Your work stays in the history."
        failed="It could not be withdrawn."
      >
        <p>
          {isYoung
            ? 'A badge that you have got for it may go, too.'
            : `You lose the ${task.xp_earned > 0 ? `${task.xp_earned} XP` : 'XP'} for this task, and any quest bonus or badge that depended on them.`}{' '}
          You can hand it in again at any time.
        </p>
      </ConfirmButton>
    </div>
  )
}
