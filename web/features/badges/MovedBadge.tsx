import { Link } from 'react-router'

import type { MovedBadge as Badge } from '#contract/badges'
import { paths } from '#contract/paths'
import { GrowingBar } from '#ui'

import { BadgeArt } from './BadgeArt.tsx'
import { progressInWords } from './labels.ts'

/** Unearned badge that a submission brought closer. */
export const MovedBadge = ({ badge }: { badge: Badge }) => (
  <div className="flex items-center gap-3">
    <BadgeArt badge={badge} earned={false} className="size-14 shrink-0" />
    <div className="min-w-0 grow space-y-1.5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <Link
          to={paths.badge(badge.id)}
          className="link inline-flex min-h-6 min-w-6 items-center font-semibold"
        >
          {badge.name}
        </Link>
        <span className="tabular-nums">{progressInWords(badge.progress)}</span>
      </p>
      <GrowingBar from={badge.fraction_before} to={badge.progress.fraction} fill="bg-gold" />
    </div>
  </div>
)
