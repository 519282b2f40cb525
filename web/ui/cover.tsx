import { useId } from 'react'

import { chance } from '#rules/art/chance'
import { starPath } from '#rules/art/star'
import type { Pillar } from '#rules/pillars'

import { PillarTile } from './pillar.tsx'

const WIDTH = 320
const HEIGHT = 180

const hill = (random: () => number, top: number): string => {
  const [left = 0, middle = 0, right = 0] = [0, 0, 0].map(() =>
    Math.round(top + (random() - 0.5) * 36),
  )
  const bend = Math.round(WIDTH * (0.35 + random() * 0.3))
  const [rise, fall] = [Math.round(bend * 0.45), Math.round(bend * 0.7)]
  return `M0 ${left}C${rise} ${left - 26} ${fall} ${middle + 22} ${bend} ${middle}S${WIDTH * 0.85} ${right - 24} ${WIDTH} ${right}V${HEIGHT}H0Z`
}

const stars = (random: () => number) =>
  Array.from({ length: 5 }, (_, index) => ({
    x: Math.round(34 + index * 60 + random() * 26),
    y: Math.round(42 + random() * 40),
    r: 3 + Math.round(random() * 7) / 2,
  }))

const LAYERS = [
  { top: 110, opacity: 0.4 },
  { top: 132, opacity: 0.7 },
  { top: 154, opacity: 1 },
]

/** Chooses the sky's pillar pseudo-randomly: otherwise most covers would use the first one. */
export const backgroundPillar = (seed: string, pillars: readonly Pillar[]): Pillar =>
  pillars[Math.floor(chance(seed)() * pillars.length)] ?? 'creativity'

type CoverProps = {
  /** Seed of the drawing: the quest's id. */
  seed: string
  pillars: readonly Pillar[]
  className?: string
}

/** Decorative landscape of the quest's pillars below its own constellation. */
export const Cover = ({ seed, pillars, className = '' }: CoverProps) => {
  const id = useId()
  const random = chance(seed)
  const turn = Math.floor(random() * pillars.length)
  const order = [...pillars.slice(turn), ...pillars.slice(0, turn)]
  const first = backgroundPillar(seed, pillars)
  const sky = stars(random)
  const brightest = Math.floor(random() * sky.length)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-pillar={first}
      className={`block bg-pillar-soft ${className}`}
    >
      <polyline
        points={sky.map(({ x, y }) => `${x},${y}`).join(' ')}
        className="stroke-pillar"
        fill="none"
        strokeOpacity=".45"
        strokeDasharray="1 4"
        strokeLinecap="round"
        strokeWidth="1.5"
      />
      {sky.map(({ x, y, r }, index) => (
        <path key={x} d={starPath(x, y, index === brightest ? 12 : r)} className="fill-pillar" />
      ))}
      {LAYERS.map(({ top, opacity }, index) => {
        const pillar = order[(LAYERS.length - index) % Math.max(order.length, 1)] ?? first
        const shape = hill(random, top)
        return (
          <g key={top} data-pillar={pillar}>
            <path d={shape} className="fill-pillar-soft" />
            <path d={shape} className="fill-pillar" fillOpacity={opacity} />
            <g className="text-on-pillar" opacity={0.2}>
              <PillarTile pillar={pillar} id={`${id}${index}`} scale={0.9} />
              <path d={shape} fill={`url(#${id}${index})`} />
            </g>
          </g>
        )
      })}
    </svg>
  )
}
