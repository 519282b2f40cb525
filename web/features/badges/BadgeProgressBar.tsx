import type { NearbyBadge } from '#contract/badges'
import { ProgressBar } from '#ui'

import { progressInWords } from './labels.ts'

/** Progress of a badge, in words and as a bar. */
export const BadgeProgressBar = ({ badge }: { badge: Pick<NearbyBadge, 'name' | 'progress'> }) => (
  <div className="space-y-1.5">
    <p className="text-sm text-muted tabular-nums">{progressInWords(badge.progress)}</p>
    {badge.progress.counts === 'award' ? null : (
      <ProgressBar label={`Progress to ${badge.name}`} value={badge.progress.fraction} />
    )}
  </div>
)
