import { badgeArt, type BadgeShape } from '#rules/art/badge-art'
import type { Pillar } from '#rules/pillars'

type Props = {
  badge: { shape: BadgeShape; pillars: readonly Pillar[] }
  /** The badge's id, or anything before it has one. */
  seed: string
  className?: string
}

/** The picture that a badge would have as it is being made; its name must stand beside it. */
export const Art = ({ badge, seed, className = 'size-24' }: Props) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(badgeArt({ ...badge, seed, earned: true }))}`}
    alt=""
    width={240}
    height={240}
    draggable={false}
    className={`block shrink-0 select-none ${className}`}
  />
)
