import { type Pillar, PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { totalXp } from '#rules/xp'
import { PillarIcon } from '#ui'

/** XP earned so far, in total and by pillar. */
export const RunningXp = ({ earned }: { earned: Record<Pillar, number> }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p role="status" className="font-heading text-2xl font-bold tabular-nums text-gold">
      {totalXp(earned)} XP <span className="visually-hidden">earned so far</span>
    </p>
    <ul aria-label="XP by pillar" className="flex flex-wrap gap-1.5">
      {PILLARS.map((pillar) => (
        <li
          key={pillar}
          data-pillar={pillar}
          title={PILLAR_NAMES[pillar]}
          className="inline-flex min-h-6 items-center gap-1 rounded-full bg-pillar-soft px-2 py-0.5 text-sm font-semibold text-pillar tabular-nums"
        >
          <PillarIcon pillar={pillar} />
          <span className="visually-hidden">{PILLAR_NAMES[pillar]}</span>
          {earned[pillar]}
        </li>
      ))}
    </ul>
  </div>
)
