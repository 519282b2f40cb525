import type { NearbyBadge } from '#contract/badges'
import { filePaths } from '#web/api'

type Props = {
  badge: Pick<NearbyBadge, 'id' | 'version'>
  earned: boolean
  className?: string
}

/** Picture of a badge; its name must be next to it. */
export const BadgeArt = ({ badge, earned, className = 'size-24' }: Props) => (
  <img
    src={filePaths.badgeArt(badge, earned ? 'earned' : 'waiting')}
    alt=""
    width={240}
    height={240}
    draggable={false}
    className={`block shrink-0 select-none ${className}`}
  />
)
