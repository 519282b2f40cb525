import { badgeArt, type BadgeShape } from '#rules/art/badge-art'
import type { Pillar } from '#rules/pillars'

type Props = {
  badge: { shape: BadgeShape; pillars: readonly Pillar[] }
  /** The badge's id, or any string before it has one. */
  seed: string
  className?: string
}

/** Preview of a badge's picture; its name must be next to it. */
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
