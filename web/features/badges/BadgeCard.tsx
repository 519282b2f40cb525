import { Link } from 'react-router'

import type { BadgeCard as Card } from '#contract/badges'
import { paths } from '#contract/paths'
import { Chip, PillarChip } from '#ui'
import { dateOf } from '#web/format'

import { BadgeArt } from './BadgeArt.tsx'
import { BadgeProgressBar } from './BadgeProgressBar.tsx'

/** Badge of the hub; the whole card is the link. */
export const BadgeCard = ({ badge }: { badge: Card }) => (
  <Link
    to={paths.badge(badge.id)}
    prefetch="intent"
    className="group flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-5 text-ink no-underline shadow-low transition-shadow hover:shadow-over"
  >
    <div className="flex items-center gap-4">
      <BadgeArt badge={badge} earned={badge.state === 'earned'} className="size-24" />
      <div className="min-w-0 space-y-1.5">
        <h3 className="text-lg group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
          {badge.name}
        </h3>
        {badge.pursued ? <Chip tone="brand">Your goal</Chip> : null}
      </div>
    </div>
    <p className="line-clamp-3 text-muted">{badge.description}</p>
    <div className="flex flex-wrap gap-1.5">
      {badge.pillars.length === 5 ? (
        <Chip>All five pillars</Chip>
      ) : (
        badge.pillars.map((pillar) => <PillarChip key={pillar} pillar={pillar} />)
      )}
    </div>
    <div className="mt-auto pt-1">
      {badge.award ? (
        <Chip tone="gold">
          {badge.award.review === 'pending'
            ? 'Earned, not yet reviewed'
            : `Earned on ${dateOf(badge.award.earned_at)}`}
        </Chip>
      ) : (
        <BadgeProgressBar badge={badge} />
      )}
    </div>
  </Link>
)
