import type { Pillar } from '#rules/pillars'

import { chance } from './chance.ts'

export const COMPOSITIONS = ['hills', 'rings', 'skyline', 'ribbons', 'orbits', 'quilt'] as const
export type Composition = (typeof COMPOSITIONS)[number]

export const COVER_WIDTH = 320
export const COVER_HEIGHT = 180

/** Chooses the background's pillar pseudo-randomly: otherwise most covers would use the first one. */
export const backgroundPillar = (seed: string, pillars: readonly Pillar[]): Pillar =>
  pillars[Math.floor(chance(seed)() * pillars.length)] ?? 'creativity'

/** Composition of a quest's cover, by its pillars and seed. */
export const compositionOf = (seed: string, pillars: readonly Pillar[]): Composition => {
  const random = chance(`${backgroundPillar(seed, pillars)} ${seed}`)
  return COMPOSITIONS[Math.floor(random() * COMPOSITIONS.length)] ?? 'hills'
}

/** Position of the motif: its center, its size, and the shape behind it. */
export const MOTIF_PLACES = {
  hills: { x: 160, y: 88, size: 96, behind: 'disc' },
  rings: { x: 92, y: 84, size: 88, behind: 'disc' },
  skyline: { x: 160, y: 66, size: 78, behind: 'disc' },
  ribbons: { x: 160, y: 90, size: 92, behind: 'card' },
  orbits: { x: 160, y: 90, size: 72, behind: 'disc' },
  quilt: { x: 214, y: 90, size: 124, behind: 'nothing' },
} as const satisfies Record<
  Composition,
  { x: number; y: number; size: number; behind: 'disc' | 'card' | 'nothing' }
>
