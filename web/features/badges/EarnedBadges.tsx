import { Link } from 'react-router'

import type { EarnedBadge } from '#contract/badges'
import { paths } from '#contract/paths'

import { BadgeArt } from './BadgeArt.tsx'

/** Badges just earned: large, on a night sky. */
export const EarnedBadges = ({ badges }: { badges: readonly EarnedBadge[] }) => (
  <ul className="night grid gap-6 rounded-card bg-sky p-6 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
    {badges.map((badge) => (
      <li key={badge.id} className="flex flex-col items-center gap-3 text-center">
        <BadgeArt badge={badge} earned className="rising-star size-48" />
        <p className="text-sm font-semibold text-on-sky-muted">Badge earned</p>
        <p className="font-heading text-2xl text-gold">
          <Link
            to={paths.badge(badge.id)}
            className="text-inherit underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {badge.name}
          </Link>
        </p>
        <p className="line-clamp-4 max-w-[40ch] text-on-sky">{badge.description}</p>
      </li>
    ))}
  </ul>
)
