import { useId } from 'react'

import { chance } from '#rules/art/chance'
import {
  backgroundPillar,
  compositionOf,
  COVER_HEIGHT as HEIGHT,
  COVER_WIDTH as WIDTH,
} from '#rules/art/cover'
import type { Pillar } from '#rules/pillars'

import { SCENES } from './cover-scenes.tsx'
import { PillarTile } from './pillar.tsx'

type CoverProps = {
  /** Seed of the drawing: the quest's id. */
  seed: string
  pillars: readonly Pillar[]
  className?: string
}

/** Decorative scene of the quest's pillars, in one of several compositions. */
export const Cover = ({ seed, pillars, className = '' }: CoverProps) => {
  const id = useId()
  const random = chance(seed)
  const turn = Math.floor(random() * pillars.length)
  const first = backgroundPillar(seed, pillars)
  const [main = first, ...others] = [...pillars.slice(turn), ...pillars.slice(0, turn)]
  const order = [main, ...others] as const
  const Scene = SCENES[compositionOf(seed, pillars)]
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-pillar={first}
      className={`block bg-pillar-soft text-on-pillar ${className}`}
    >
      {order.map((pillar) => (
        <PillarTile key={pillar} pillar={pillar} id={`${id}${pillar}`} scale={0.9} />
      ))}
      <Scene id={id} random={random} order={order} />
    </svg>
  )
}
