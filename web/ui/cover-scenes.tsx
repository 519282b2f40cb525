import { COVER_HEIGHT as HEIGHT, COVER_WIDTH as WIDTH, type Composition } from '#rules/art/cover'
import { starPath } from '#rules/art/star'
import type { Pillar } from '#rules/pillars'

type SceneProps = {
  /** Unique id of the drawing; the pattern of each pillar has it with the pillar's name. */
  id: string
  random: () => number
  /** Pillars of the quest in the drawing's order; at least one. */
  order: readonly [Pillar, ...Pillar[]]
}

const pillarAt = (order: SceneProps['order'], index: number): Pillar =>
  order[index % order.length] ?? order[0]

type LayerProps = { drawing: string; pillar: Pillar; d: string; opacity: number }

/** A surface in a pillar's color and pattern, of few elements: a page of covers has hundreds of these. */
const Layer = ({ drawing, pillar, d, opacity }: LayerProps) => (
  <>
    <path
      data-pillar={pillar}
      d={d}
      fill={`color-mix(in srgb, var(--pillar) ${opacity * 100}%, var(--pillar-soft))`}
    />
    <path d={d} fill={`url(#${drawing}${pillar})`} opacity={0.2} />
  </>
)

type Point = { x: number; y: number; r: number }

const Stars = ({ points }: { points: readonly Point[] }) =>
  points.map(({ x, y, r }) => (
    <path key={`${x} ${y}`} d={starPath(x, y, r)} className="fill-pillar" />
  ))

const hill = (random: () => number, top: number): string => {
  const [left = 0, middle = 0, right = 0] = [0, 0, 0].map(() =>
    Math.round(top + (random() - 0.5) * 36),
  )
  const bend = Math.round(WIDTH * (0.35 + random() * 0.3))
  const [rise, fall] = [Math.round(bend * 0.45), Math.round(bend * 0.7)]
  return `M0 ${left}C${rise} ${left - 26} ${fall} ${middle + 22} ${bend} ${middle}S${WIDTH * 0.85} ${right - 24} ${WIDTH} ${right}V${HEIGHT}H0Z`
}

const HILLS = [
  { top: 110, opacity: 0.4 },
  { top: 132, opacity: 0.7 },
  { top: 154, opacity: 1 },
]

/** A landscape below a constellation. */
const Hills = ({ id, random, order }: SceneProps) => {
  const sky = Array.from({ length: 5 }, (_, index) => ({
    x: Math.round(34 + index * 60 + random() * 26),
    y: Math.round(42 + random() * 40),
    r: 3 + Math.round(random() * 7) / 2,
  }))
  const brightest = Math.floor(random() * sky.length)
  return (
    <>
      <polyline
        points={sky.map(({ x, y }) => `${x},${y}`).join(' ')}
        className="stroke-pillar"
        fill="none"
        strokeOpacity=".45"
        strokeDasharray="1 4"
        strokeLinecap="round"
        strokeWidth="1.5"
      />
      <Stars points={sky.map((star, i) => (i === brightest ? { ...star, r: 12 } : star))} />
      {HILLS.map(({ top, opacity }, index) => (
        <Layer
          key={top}
          drawing={id}
          pillar={pillarAt(order, HILLS.length - index)}
          d={hill(random, top)}
          opacity={opacity}
        />
      ))}
    </>
  )
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** Rings that spread from a corner, like those of a tree or on water. */
const Rings = ({ id, random, order }: SceneProps) => {
  const x = Math.round(236 + random() * 44)
  const rings = [176, 134, 94, 54].map((r) => r + Math.round((random() - 0.5) * 14))
  return rings.map((r, index) => (
    <Layer
      key={r}
      drawing={id}
      pillar={pillarAt(order, index)}
      d={circle(x, HEIGHT + 4, r)}
      opacity={[0.3, 0.55, 0.8, 1][index] ?? 1}
    />
  ))
}

const ROOFS = [
  (x: number, w: number, top: number) => `M${x} ${HEIGHT}V${top}H${x + w}V${HEIGHT}Z`,
  (x: number, w: number, top: number) =>
    `M${x} ${HEIGHT}V${top}L${x + w / 2} ${top - 16}L${x + w} ${top}V${HEIGHT}Z`,
  (x: number, w: number, top: number) =>
    `M${x} ${HEIGHT}V${top}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${HEIGHT}Z`,
]

/** Houses of paper in a row, lower in the middle. */
const Skyline = ({ id, random, order }: SceneProps) => {
  const width = 40
  const houses = Array.from({ length: 8 }, (_, index) => {
    const fromMiddle = Math.abs(index - 3.5)
    const top = Math.round(150 - fromMiddle * 15 - random() * 22)
    const roof = ROOFS[Math.floor(random() * ROOFS.length)] ?? ROOFS[0]!
    return roof(index * width, width, top)
  })
  return houses.map((d, index) => (
    <Layer
      key={d}
      drawing={id}
      pillar={pillarAt(order, index)}
      d={d}
      opacity={[1, 0.6, 0.85, 0.45][index % 4] ?? 1}
    />
  ))
}

/** Bands that wave from one side to the other. */
const Ribbons = ({ id, random, order }: SceneProps) => {
  const lift = Math.round((random() - 0.5) * 30)
  const isRising = random() > 0.5
  return [0, 1, 2, 3].map((index) => {
    const y = 22 + index * 46
    const [from, to] = isRising ? [y + 34, y - 34] : [y - 34, y + 34]
    const d = `M-12 ${from - 17}C90 ${y - 60 - lift} 220 ${y + 40 + lift} 332 ${to - 17}V${to + 17}C220 ${y + 74 + lift} 90 ${y - 26 - lift} -12 ${from + 17}Z`
    return (
      <Layer
        key={index}
        drawing={id}
        pillar={pillarAt(order, index)}
        d={d}
        opacity={[0.5, 0.9, 0.65, 1][index] ?? 1}
      />
    )
  })
}

/** Paths around the middle, with something traveling on each. */
const Orbits = ({ random, order }: SceneProps) => {
  const tilt = Math.round((random() - 0.5) * 30)
  return (
    <g transform={`rotate(${tilt} ${WIDTH / 2} ${HEIGHT / 2})`}>
      {[72, 110, 152, 198].map((rx, index) => {
        const ry = rx * 0.58
        const angle = (random() + index * 0.27) * 2 * Math.PI
        const x = WIDTH / 2 + rx * Math.cos(angle)
        const y = HEIGHT / 2 + ry * Math.sin(angle)
        const size = Math.round(9 + random() * 8)
        return (
          <g key={rx} data-pillar={pillarAt(order, index)}>
            <ellipse
              cx={WIDTH / 2}
              cy={HEIGHT / 2}
              rx={rx}
              ry={ry}
              fill="none"
              className="stroke-pillar"
              strokeOpacity=".55"
              strokeWidth="2"
              strokeDasharray={index % 2 === 0 ? undefined : '2 6'}
              strokeLinecap="round"
            />
            {index % 2 === 0 ? (
              <circle cx={x} cy={y} r={size} className="fill-pillar" />
            ) : (
              <path d={starPath(x, y, size + 4)} className="fill-pillar" />
            )}
          </g>
        )
      })}
    </g>
  )
}

/** Sewn squares on one side, and room for a large motif on the other. */
const Quilt = ({ id, random, order }: SceneProps) => {
  const side = 45
  const shift = Math.floor(random() * 5)
  const squares = Array.from({ length: 12 }, (_, index) => ({
    x: (index % 3) * side,
    y: Math.floor(index / 3) * side,
    isCut: random() > 0.55,
    // The last column is only partly sewn.
    isThere: index % 3 < 2 || random() > 0.45,
  }))
  return squares.map(({ x, y, isCut, isThere }, index) =>
    isThere ? (
      <Layer
        key={`${x} ${y}`}
        drawing={id}
        pillar={pillarAt(order, index + Math.floor(index / 3) + shift)}
        d={
          isCut
            ? `M${x + 1} ${y + 1}h${side - 2}L${x + 1} ${y + side - 1}Z`
            : `M${x + 1} ${y + 1}h${side - 2}v${side - 2}h${2 - side}Z`
        }
        opacity={[1, 0.6, 0.8][index % 3] ?? 1}
      />
    ) : null,
  )
}

export const SCENES = {
  hills: Hills,
  rings: Rings,
  skyline: Skyline,
  ribbons: Ribbons,
  orbits: Orbits,
  quilt: Quilt,
} satisfies Record<Composition, (props: SceneProps) => unknown>
