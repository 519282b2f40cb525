import type { Motif as Name } from '#rules/art/motifs'
import type { Pillar } from '#rules/pillars'

import { Cover, backgroundPillar } from './cover.tsx'
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

/** Decorative cover: the quest's motif in the sky above its landscape. */
export const DrawnCover = ({ seed, pillars, motif, className }: DrawnCoverProps) => (
  <div className={`relative overflow-hidden ${className}`}>
    <Cover seed={seed} pillars={pillars} className="size-full" />
    {motif ? (
      // The landscape fills any aspect ratio; the motif is never cropped.
      <svg
        viewBox="0 0 320 180"
        aria-hidden="true"
        data-pillar={backgroundPillar(seed, pillars)}
        className="absolute inset-0 size-full text-pillar"
      >
        <circle cx="160" cy="88" r="70" className="fill-surface" />
        <use href={`${sprite}#${motif}`} x="112" y="40" width="96" height="96" />
      </svg>
    ) : null}
  </div>
)
