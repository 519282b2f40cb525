import type { ParentDashboard } from '#contract/parents'
import { SectionCard } from '#ui'
import { BadgeArt } from '#views/badges'
import { dateOf } from '#web/format'

/** Newest first. */
export const ChildBadges = ({ badges }: Pick<ParentDashboard, 'badges'>) =>
  badges.length === 0 ? null : (
    <SectionCard id="badges" title="Badges">
      <ul className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-3">
        {badges.toReversed().map((badge) => (
          <li key={badge.id} className="flex flex-col items-center gap-1 text-center">
            <BadgeArt badge={badge} earned className="size-20" />
            <span className="font-medium">{badge.name}</span>
            <span className="text-sm text-muted">{dateOf(badge.earned_at)}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
