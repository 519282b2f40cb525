import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Pathway, Station } from '#contract/pathways'
import { nearestInDirection } from '#rules/art/constellation'
import { type Place, placesOf } from '#rules/art/pathway-map'
import { directionOf } from '#ui'

import { statusInWords, stationStatus } from './labels.ts'
import { StationMark } from './StationMark.tsx'

/** Column width and row height, in SVG units. */
const COLUMN = 100
const ROW = 100
/** Vertical position of a station in its row; its name is below. */
const MIDDLE = 0.32

const pointOf = ({ column, row }: Place) => ({
  x: (column + 0.5) * COLUMN,
  y: (row + MIDDLE) * ROW,
})

type Placed = { station: Station; x: number; y: number }

/** Initial station: the active one, or else an open one. */
const firstOf = (stations: readonly Station[]) =>
  stations.find((station) => stationStatus(station) === 'active') ??
  stations.find((station) => stationStatus(station) === 'open') ??
  stations[0]

/** Pathway as a map: quests as stations, prerequisites as lines. The same content is available as a list. */
export const PathwayMap = ({ pathway: { title, stations } }: { pathway: Pathway }) => {
  const id = useId()
  const [currentId, setCurrentId] = useState(() => firstOf(stations)?.id)
  const places = placesOf(stations)
  const placed: Placed[] = stations.flatMap((station) => {
    const place = places.get(station.id)
    return place ? [{ station, ...pointOf(place) }] : []
  })
  const columns = Math.max(...[...places.values()].map(({ column }) => column)) + 1
  const rows = Math.max(...[...places.values()].map(({ row }) => row)) + 1
  const current = placed.find(({ station }) => station.id === currentId) ?? placed[0]
  const elementOf = (station: Station) => `${id}${station.id}`

  const press = (event: KeyboardEvent) => {
    const direction = directionOf(event)
    if (!direction) return
    event.preventDefault()
    const next = current && nearestInDirection(current, placed, direction)
    if (next) document.getElementById(elementOf(next.station))?.focus()
  }

  return (
    <div className="overflow-x-auto rounded-card border border-line bg-sunk">
      {/* The keys act on the stations inside, which are links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        aria-label={`Map of “${title}”`}
        aria-describedby={`${id}keys`}
        onKeyDown={press}
        className="relative mx-auto px-2 pt-4"
        style={{ minWidth: `${columns * 7.5}rem`, height: `${rows * 9.5}rem` }}
      >
        <Lines placed={placed} columns={columns} rows={rows} />
        {placed.map(({ station, x, y }) => (
          <Link
            key={station.id}
            id={elementOf(station)}
            to={paths.quest(station.id)}
            aria-label={`${station.title}: ${statusInWords(station)}`}
            tabIndex={station.id === current?.station.id ? 0 : -1}
            onFocus={() => setCurrentId(station.id)}
            style={{ left: `${x / columns}%`, top: `${y / rows}%` }}
            className="group absolute flex w-28 -translate-x-1/2 -translate-y-8 flex-col items-center gap-1.5 rounded-control text-center text-ink no-underline"
          >
            <StationMark station={station} className="size-16" />
            <span className="text-sm leading-tight font-medium group-hover:underline">
              {station.title}
            </span>
          </Link>
        ))}
      </div>
      <p id={`${id}keys`} className="visually-hidden">
        Arrow keys move to the neighbouring quest, Enter opens it.
      </p>
    </div>
  )
}

/** Omits lines implied by a path through another quest. */
const linesOf = (placed: readonly Placed[]): [from: Placed, to: Placed][] => {
  const byId = new Map(placed.map((each) => [each.station.id, each]))
  const leadsTo = (later: string, earlier: string): boolean =>
    (byId.get(later)?.station.after ?? []).some(
      (between) => between === earlier || leadsTo(between, earlier),
    )
  return placed.flatMap((to) => {
    const { after } = to.station
    return after
      .filter((earlier) => !after.some((between) => leadsTo(between, earlier)))
      .flatMap((earlier): [Placed, Placed][] => {
        const from = byId.get(earlier)
        return from ? [[from, to]] : []
      })
  })
}

const CORNER = 14

/** Follows its own row and turns just before the target: names are between the rows. */
const linePath = (from: Placed, to: Placed): string => {
  if (from.y === to.y) return `M${from.x} ${from.y}H${to.x}`
  const turn = to.x - COLUMN / 2
  const down = from.y < to.y ? CORNER : -CORNER
  return [
    `M${from.x} ${from.y}H${turn - CORNER}`,
    `Q${turn} ${from.y} ${turn} ${from.y + down}V${to.y - down}`,
    `Q${turn} ${to.y} ${turn + CORNER} ${to.y}H${to.x}`,
  ].join('')
}

type LinesProps = { placed: readonly Placed[]; columns: number; rows: number }

/** Solid once the earlier quest is completed. */
const Lines = ({ placed, columns, rows }: LinesProps) => (
  <svg
    viewBox={`0 0 ${columns * COLUMN} ${rows * ROW}`}
    preserveAspectRatio="none"
    aria-hidden="true"
    className="pointer-events-none absolute inset-0 size-full"
  >
    {linesOf(placed).map(([from, to]) => {
      const isOpen = from.station.state === 'completed'
      return (
        <path
          key={`${from.station.id} ${to.station.id}`}
          d={linePath(from, to)}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={isOpen ? undefined : '1 8'}
          className={isOpen ? 'stroke-brand' : 'stroke-control'}
        />
      )
    })}
  </svg>
)
