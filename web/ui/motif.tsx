import { backgroundPillar, compositionOf, MOTIF_PLACES } from '#rules/art/cover'
import type { Motif as Name } from '#rules/art/motifs'
import type { Pillar } from '#rules/pillars'

import { Cover } from './cover.tsx'
import sprite from './motifs.svg?url'

/** A decorative motif in the text color. */
export const Motif = ({ name, className }: { name: Name; className: string }) => (
  <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
    <use href={`${sprite}#${name}`} />
  </svg>
)

type DrawnCoverProps = {
  /** Seed of the drawing: the quest's id. */
  seed: string
  pillars: readonly Pillar[]
  motif: Name | null
  className: string
}

/** Decorative cover: the quest's motif in its scene. */
export const DrawnCover = ({ seed, pillars, motif, className }: DrawnCoverProps) => (
  <div className={`relative overflow-hidden ${className}`}>
    <Cover seed={seed} pillars={pillars} className="size-full" />
    {motif ? (
      // The scene fills any aspect ratio; the motif is never cropped.
      <svg
        viewBox="0 0 320 180"
        aria-hidden="true"
        data-pillar={backgroundPillar(seed, pillars)}
        className="absolute inset-0 size-full text-pillar"
      >
        <Placed motif={motif} place={MOTIF_PLACES[compositionOf(seed, pillars)]} />
      </svg>
    ) : null}
  </div>
)

type PlacedProps = { motif: Name; place: (typeof MOTIF_PLACES)[keyof typeof MOTIF_PLACES] }

const Placed = ({ motif, place: { x, y, size, behind } }: PlacedProps) => (
  <>
    {behind === 'disc' ? (
      <circle cx={x} cy={y} r={size * 0.73} className="fill-surface" />
    ) : behind === 'card' ? (
      <rect
        x={x - size * 0.66}
        y={y - size * 0.66}
        width={size * 1.32}
        height={size * 1.32}
        rx="14"
        transform={`rotate(-4 ${x} ${y})`}
        className="fill-surface"
      />
    ) : null}
    <use href={`${sprite}#${motif}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />
  </>
)
