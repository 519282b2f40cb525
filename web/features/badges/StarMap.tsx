import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Scan from 'lucide-react/icons/scan'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import type { Constellation } from '#contract/badges'
import { chance } from '#rules/art/chance'
import { nearestInDirection } from '#rules/art/constellation'
import { PILLAR_NAMES } from '#rules/pillars'
import { directionOf } from '#ui'

import { createDeclutter } from './declutter.ts'
import { statusInWords } from './labels.ts'
import { attachPanZoom, type PanZoom } from './pan-zoom.ts'
import { Star, type StarData, starId } from './Star.tsx'

const ZOOMS: Record<string, 'zoomIn' | 'zoomOut' | 'showAll'> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'showAll',
}

/** Initial star: the badge closest to completion, or else the first. */
const firstOf = (stars: readonly StarData[]): StarData | undefined =>
  stars
    .filter(({ state }) => state !== 'earned')
    .toSorted((a, b) => b.progress.fraction - a.progress.fraction)[0] ?? stars[0]

/** Badges as a navigable star map. The same content is available as a list. */
export const StarMap = ({ sky }: { sky: Constellation }) => {
  const [first] = useState(() => firstOf(sky.stars))
  const [currentId, setCurrentId] = useState(first?.id)
  const frame = useRef<HTMLDivElement>(null)
  const plane = useRef<HTMLDivElement>(null)
  const view = useRef<PanZoom>(undefined)
  const { width, height } = sky
  // News of progress must not move the view; the names’ order of importance may be that of the first look.
  const [stars] = useState(sky.stars)
  useEffect(() => {
    if (!frame.current || !plane.current) return undefined
    const startAt = first ?? { x: width / 2, y: height / 2 }
    const parts = { frame: frame.current, plane: plane.current, world: { width, height }, startAt }
    const onScale = createDeclutter(plane.current, stars)
    view.current = attachPanZoom({ ...parts, onScale })
    return view.current.detach
  }, [width, height, first, stars])
  const current = sky.stars.find(({ id }) => id === currentId) ?? first
  const reach = (id: string) => setCurrentId(id)

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directionOf(event)
    const zoom = ZOOMS[event.key]
    if (!direction && !zoom) return
    event.preventDefault()
    if (zoom) view.current?.[zoom]()
    const next = direction && current && nearestInDirection(current, sky.stars, direction)
    if (!next) return
    view.current?.bringIn(next)
    document.getElementById(starId(next.id))?.focus({ preventScroll: true })
  }

  return (
    <div className="night relative overflow-clip rounded-card border border-line bg-sky-deep">
      {/* The keys act on the stars inside, which are links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        role="application"
        aria-label="Star map"
        aria-describedby="star-map-keys"
        onKeyDown={press}
        className="h-[min(75dvh,42rem)] cursor-grab touch-none overflow-clip bg-[radial-gradient(120%_90%_at_50%_0%,var(--sky),var(--sky-deep))] active:cursor-grabbing"
      >
        {/* The moved element has a single child, because browsers revisit every child of a moved element (measured: 8 ms a
           frame). */}
        <div ref={plane} className="size-0 origin-top-left">
          <div className="relative" style={{ width: sky.width, height: sky.height }}>
            <Backdrop sky={sky} />
            {sky.stars.map((star) => (
              <Star key={star.id} star={star} isCurrent={star.id === current?.id} onReach={reach} />
            ))}
          </div>
        </div>
      </div>
      <p id="star-map-keys" className="visually-hidden">
        Arrow keys move to the nearest star, Enter opens it, plus and minus zoom, zero shows all.
      </p>
      {current ? <Caption star={current} /> : null}
      <div className="no-print absolute right-3 bottom-3 flex flex-col overflow-hidden rounded-control border border-line bg-surface">
        <Control label="Zoom in" onClick={() => view.current?.zoomIn()}>
          <Plus aria-hidden size={20} />
        </Control>
        <Control label="Zoom out" onClick={() => view.current?.zoomOut()}>
          <Minus aria-hidden size={20} />
        </Control>
        <Control label="Show the whole sky" onClick={() => view.current?.showAll()}>
          <Scan aria-hidden size={20} />
        </Control>
      </div>
    </div>
  )
}

type ControlProps = { label: string; onClick: () => void; children: ReactNode }

const Control = ({ label, onClick, children }: ControlProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="flex size-11 items-center justify-center text-ink -outline-offset-3 hover:bg-sunk"
  >
    {children}
  </button>
)

/** Visible caption of the current star; screen readers hear the star's own name. */
const Caption = ({ star }: { star: StarData }) => (
  <div
    aria-hidden="true"
    className="pointer-events-none absolute top-3 left-3 max-w-[min(20rem,calc(100%-5.5rem))] rounded-control border border-line bg-surface px-4 py-3"
  >
    <p className="font-semibold">{star.name}</p>
    <p className="text-sm text-muted tabular-nums">
      {statusInWords(star)}
      {star.pursued ? ' · your goal' : ''}
    </p>
    {star.progress.next && star.state !== 'earned' ? (
      <p className="text-sm">Next: {star.progress.next.words}</p>
    ) : null}
  </div>
)

const NEBULA = 380
const DUST_PER_STAR = 4

const Backdrop = ({ sky: { width, height, regions, stars, lines } }: { sky: Constellation }) => {
  const random = chance('dust')
  const dust = Array.from({ length: Math.min(stars.length * DUST_PER_STAR, 240) }, () => ({
    x: Math.round(random() * width),
    y: Math.round(random() * height),
    r: Math.round((0.5 + random()) * 10) / 10,
    opacity: Math.round((0.15 + random() * 0.45) * 100) / 100,
  }))
  const byId = new Map(stars.map((star) => [star.id, star]))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full overflow-visible"
    >
      <defs>
        {regions.map(({ pillar }) => (
          <radialGradient key={pillar} id={`nebula-${pillar}`} data-pillar={pillar}>
            <stop offset="0" className="nebula" stopOpacity=".2" />
            <stop offset="1" className="nebula" stopOpacity="0" />
          </radialGradient>
        ))}
      </defs>
      {regions.map(({ pillar, x, y }) => (
        <circle key={pillar} cx={x} cy={y} r={NEBULA} fill={`url(#nebula-${pillar})`} />
      ))}
      {dust.map(({ x, y, r, opacity }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} className="fill-on-sky" opacity={opacity} />
      ))}
      {regions.map(({ pillar, x, y }) => (
        <text
          key={pillar}
          x={x}
          y={y}
          data-pillar={pillar}
          textAnchor="middle"
          className="fill-pillar font-heading text-2xl tracking-wide"
          opacity=".38"
        >
          {PILLAR_NAMES[pillar]}
        </text>
      ))}
      {lines.map(({ from, to, kind }) => {
        const [a, b] = [byId.get(from), byId.get(to)]
        const bothEarned = a?.state === 'earned' && b?.state === 'earned'
        return (
          <line
            key={`${from} ${to}`}
            x1={a?.x}
            y1={a?.y}
            x2={b?.x}
            y2={b?.y}
            className={bothEarned ? 'stroke-gold' : 'stroke-on-sky'}
            strokeOpacity={bothEarned ? 0.75 : kind === 'quest' ? 0.3 : 0.16}
            strokeWidth={bothEarned ? 1.6 : 1.1}
            strokeDasharray={kind === 'quest' ? undefined : '2 6'}
          />
        )
      })}
    </svg>
  )
}
