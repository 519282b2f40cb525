import type { SubmissionOutcome } from '#contract/quests'
import { type Pillar, PILLAR_NAMES } from '#rules/pillars'
import { xpForLevel } from '#rules/xp'
import { GrowingBar, PillarIcon } from '#ui'
import { number } from '#web/format'

type Props = { outcome: SubmissionOutcome; pillar: Pillar }

/** The pillar's way to its next level, before and after a submission. */
export const PillarGrowth = ({ outcome, pillar }: Props) => {
  const after = outcome.xp.pillars.find((each) => each.pillar === pillar)
  if (!after) return null
  const [start, end] = [xpForLevel(after.level), xpForLevel(after.level + 1)]
  const fraction = (xp: number) => Math.max(0, xp - start) / (end - start)
  return (
    <div data-pillar={pillar} className="space-y-1.5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span className="inline-flex items-center gap-2 font-semibold">
          <span className="text-pillar">
            <PillarIcon pillar={pillar} size={18} />
          </span>
          {PILLAR_NAMES[pillar]}, level {after.level}
        </span>
        <span className="tabular-nums">
          {number(end - after.xp)} XP to level {after.level + 1}
        </span>
      </p>
      <GrowingBar
        from={fraction(after.xp - outcome.xp_change)}
        to={fraction(after.xp)}
        fill="bg-pillar"
      />
    </div>
  )
}
