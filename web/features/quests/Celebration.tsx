import ArrowRight from 'lucide-react/icons/arrow-right'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'

import { paths } from '#contract/paths'
import type { Quest, SubmissionOutcome, Task } from '#contract/quests'
import { PILLARS } from '#rules/pillars'
import { completionBonus } from '#rules/xp'
import { Button, ButtonLink, Constellation, IconButton, PillarChip } from '#ui'
import { EarnedBadges, MovedBadge } from '#views/badges'
import { number } from '#web/format'

import { PillarGrowth } from './PillarGrowth.tsx'
import { useYoungScreen } from './young-screen.ts'

type Props = {
  outcome: SubmissionOutcome
  quest: Quest
  task: Task
  /** Next open task of the quest. */
  next: Task | undefined
  onNext: (taskId: string) => void
  onClose: () => void
}

/**
 * Result of a submission: a line for a task, more for a quest, most for a badge. Takes focus, so that screen readers announce it
 * once.
 */
export const Celebration = ({ outcome, quest, task, next, onNext, onClose }: Props) => {
  const isYoung = useYoungScreen()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const bonus = completionBonus(quest.tasks.filter(({ own }) => !own))
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="celebration space-y-3 rounded-card border border-gold bg-gold-soft p-5 text-ink"
    >
      <div className="flex items-start gap-3">
        <p className="flex grow items-center gap-3 text-lg font-semibold">
          <Constellation className="h-9 shrink-0 text-gold" />
          {isYoung
            ? outcome.quest_completed
              ? 'You have done the whole quest!'
              : 'Handed in. Well done!'
            : outcome.quest_completed
              ? `Quest completed: +${outcome.xp_change + outcome.bonus_change} XP`
              : outcome.xp_change > 0
                ? `Handed in: +${outcome.xp_change} XP`
                : 'Handed in'}
        </p>
        <IconButton label="Close" onClick={onClose} className="-mt-2 -mr-2">
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      {outcome.badges_earned.length > 0 ? <EarnedBadges badges={outcome.badges_earned} /> : null}
      {outcome.xp_change > 0 && !isYoung ? (
        <PillarGrowth outcome={outcome} pillar={task.pillar} />
      ) : null}
      {outcome.nearest_badge ? <MovedBadge badge={outcome.nearest_badge} /> : null}
      {outcome.quest_completed ? (
        <>
          {isYoung ? null : (
            <>
              <p>
                {outcome.xp_change} XP for the task, plus a bonus of {outcome.bonus_change} XP:
              </p>
              <ul className="flex flex-wrap gap-2">
                {PILLARS.filter((pillar) => bonus[pillar]).map((pillar) => (
                  <li key={pillar}>
                    <PillarChip pillar={pillar}>+{bonus[pillar]} XP</PillarChip>
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className="flex flex-wrap gap-3 pt-1">
            <ButtonLink to={paths.portfolio}>Add it to your portfolio</ButtonLink>
            <ButtonLink variant="secondary" to={paths.quests}>
              Find the next quest
            </ButtonLink>
          </div>
        </>
      ) : isYoung ? null : (
        <p className="text-sm">
          You are at level {outcome.xp.level}, with {number(outcome.xp.total)} XP in total.
        </p>
      )}
      {next ? (
        <Button
          variant={outcome.quest_completed ? 'secondary' : 'primary'}
          icon={<ArrowRight aria-hidden size={18} />}
          onClick={() => onNext(next.id)}
        >
          Next: {next.title}
        </Button>
      ) : null}
    </div>
  )
}
