import { Link } from 'react-router'

import type { NearbyBadge } from '#contract/badges'
import { paths } from '#contract/paths'
import { Chip } from '#ui'

import { BadgeArt } from './BadgeArt.tsx'
import { BadgeProgressBar } from './BadgeProgressBar.tsx'

/** Badges in progress, with their next steps. */
export const NearBadges = ({ badges }: { badges: readonly NearbyBadge[] }) => (
  <ul className="divide-y divide-line">
    {badges.map((badge) => (
      <li key={badge.id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
        <BadgeArt badge={badge} earned={false} className="size-16 sm:size-20" />
        <div className="min-w-0 grow space-y-1.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={paths.badge(badge.id)} className="link font-semibold">
              {badge.name}
            </Link>
            {badge.pursued ? <Chip tone="brand">Your goal</Chip> : null}
          </p>
          <BadgeProgressBar badge={badge} />
          <NextStep next={badge.progress.next} />
        </div>
      </li>
    ))}
  </ul>
)

const NextStep = ({ next }: { next: NearbyBadge['progress']['next'] }) => {
  if (!next) return <p className="text-sm">Yours the next time you hand in work.</p>
  return (
    <p className="text-sm">
      Next:{' '}
      {next.quest_id ? (
        <Link to={paths.quest(next.quest_id)} className="link inline-block min-h-6 min-w-6">
          {next.words}
        </Link>
      ) : (
        next.words
      )}
    </p>
  )
}
