import { forceCollide, forceLink, forceSimulation, forceX, forceY } from 'd3-force'

import type { Constellation } from '#contract/badges'
import type { Catalog, CatalogBadge } from '#features/catalog'
import { chance } from '#rules/art/chance'
import { questsIn } from '#rules/badges'
import { type Pillar, PILLARS } from '#rules/pillars'

type Point = { x: number; y: number }
export type ConstellationLayout = Pick<Constellation, 'width' | 'height' | 'regions' | 'lines'> & {
  placeOf: (badgeId: string) => Point | undefined
}

let drawn: { from: string; sky: ConstellationLayout } | undefined

/** Positions of the stars, cached until badges or the quests in their criteria change. */
export const layOutConstellation = ({ badges }: Catalog): ConstellationLayout => {
  const shown = badges.filter(({ status }) => status !== 'draft')
  const from = JSON.stringify(
    shown.map(({ id, current }) => [id, current.pillars, questsIn(current.criteria)]),
  )
  if (drawn?.from !== from) drawn = { from, sky: drawSky(shown) }
  return drawn.sky
}

/** Minimum distance between two stars, as a touch target. */
const APART = 124
const MARGIN = 128
const WIDER = 1.45
const TICKS = 160
const NAME_ABOVE = 76
/** Below the name of the lowest star. */
const NAME_BELOW = 116

type Star = Point & { id: string; goal: Point; pillars: readonly Pillar[]; quests: string[] }

/**
 * Places each star near its pillars and near the stars that share a quest with it. The layout depends only on the badges, so
 * everyone sees the same stable sky; archived badges retain their positions.
 */
const drawSky = (badges: readonly CatalogBadge[]): ConstellationLayout => {
  const reach = APART * 0.52 * Math.sqrt(Math.max(badges.length, 5))
  const home = (pillar: Pillar): Point => {
    const angle = (PILLARS.indexOf(pillar) / PILLARS.length) * 2 * Math.PI - Math.PI / 2
    return { x: Math.cos(angle) * reach * WIDER, y: Math.sin(angle) * reach }
  }
  const stars = badges.map(({ id, current }): Star => {
    const random = chance(id)
    // The first pillar is the main one; the others pull less.
    const pulls = current.pillars.map((pillar, i) => ({ ...home(pillar), weight: i === 0 ? 4 : 1 }))
    const goal = current.pillars.length === PILLARS.length ? { x: 0, y: 0 } : centreOf(pulls)
    const scatter = () => (random() - 0.5) * reach * 0.9
    return {
      id,
      goal,
      x: goal.x + scatter(),
      y: goal.y + scatter(),
      pillars: current.pillars,
      quests: questsIn(current.criteria),
    }
  })
  forceSimulation(stars)
    .force('x', forceX<Star>(({ goal }) => goal.x).strength(0.09))
    .force('y', forceY<Star>(({ goal }) => goal.y).strength(0.11))
    .force('apart', forceCollide<Star>(APART / 2).iterations(2))
    .force(
      'together',
      forceLink<Star, { source: Star; target: Star }>(byQuest(stars))
        .distance(APART)
        .strength(0.04),
    )
    .stop()
    .tick(TICKS)

  const corner = {
    x: Math.min(0, ...stars.map(({ x }) => x)) - MARGIN,
    y: Math.min(0, ...stars.map(({ y }) => y)) - MARGIN,
  }
  const moved = ({ x, y }: Point) => ({ x: Math.round(x - corner.x), y: Math.round(y - corner.y) })
  const places = new Map(stars.map((star) => [star.id, moved(star)]))
  const placed = stars.map((star) => ({ ...star, ...moved(star) }))
  return {
    width: Math.max(0, ...placed.map(({ x }) => x)) + MARGIN,
    height: Math.max(0, ...placed.map(({ y }) => y)) + MARGIN,
    regions: PILLARS.map((pillar) => ({
      pillar,
      ...regionOf(
        placed.filter(({ pillars }) => pillars[0] === pillar && pillars.length < PILLARS.length),
        moved(home(pillar)),
        moved({ x: 0, y: 0 }).y,
      ),
    })),
    lines: linesBetween(placed),
    placeOf: (id) => places.get(id),
  }
}

const centreOf = (places: readonly (Point & { weight: number })[]): Point => {
  const whole = places.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (of: 'x' | 'y') =>
    places.reduce((sum, place) => sum + place[of] * place.weight, 0) / whole
  return { x: mean('x'), y: mean('y') }
}

/** Position of a region's name: above its stars in the upper half of the sky, below them in the lower half. */
const regionOf = (stars: readonly Point[], home: Point, middle: number): Point => {
  if (stars.length === 0) return home
  const x = stars.reduce((sum, star) => sum + star.x, 0) / stars.length
  const heights = stars.map(({ y }) => y)
  const y = home.y < middle ? Math.min(...heights) - NAME_ABOVE : Math.max(...heights) + NAME_BELOW
  return { x: Math.round(x), y: Math.round(y) }
}

const starsByQuest = <S extends Star>(stars: readonly S[]): S[][] => {
  const byQuest = new Map<string, S[]>()
  for (const star of stars) {
    for (const quest of star.quests) {
      const shared = byQuest.get(quest)
      if (shared) shared.push(star)
      else byQuest.set(quest, [star])
    }
  }
  return [...byQuest.values()]
}

const byQuest = (stars: Star[]) =>
  starsByQuest(stars).flatMap((shared) =>
    shared.slice(1).map((target, index) => ({ source: shared[index]!, target })),
  )

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

const nearestTo = <S extends Point>(from: Point, among: readonly S[]): S | undefined =>
  among.toSorted((a, b) => distance(from, a) - distance(from, b))[0]

/** Minimum spanning tree by Prim's algorithm, quadratic in the stars. */
const shortestLines = (stars: readonly Star[]): [Star, Star][] => {
  const [first, ...rest] = stars
  if (!first) return []
  const lines: [Star, Star][] = []
  let open = rest.map((star) => ({ star, to: first, away: distance(star, first) }))
  while (open.length > 0) {
    const next = open.reduce((a, b) => (b.away < a.away ? b : a))
    lines.push([next.star, next.to])
    open = open.filter((each) => each !== next)
    for (const each of open) {
      const away = distance(each.star, next.star)
      if (away < each.away) Object.assign(each, { to: next.star, away })
    }
  }
  return lines
}

/**
 * Joins the stars of each quest by the shortest lines; a star without a shared quest is joined to the nearest star of its pillar.
 */
const linesBetween = (stars: readonly Star[]): Constellation['lines'] => {
  const lines = new Map<string, Constellation['lines'][number]>()
  const join = (a: Star, b: Star, kind: 'quest' | 'pillar') => {
    const [from, to] = [a.id, b.id].toSorted() as [string, string]
    if (!lines.has(`${from} ${to}`)) lines.set(`${from} ${to}`, { from, to, kind })
  }
  const drawnSets = new Set<string>()
  for (const shared of starsByQuest(stars)) {
    const set = shared.map(({ id }) => id).join(' ')
    if (drawnSets.has(set)) continue
    drawnSets.add(set)
    for (const [a, b] of shortestLines(shared)) join(a, b, 'quest')
  }
  const touched = new Set([...lines.values()].flatMap(({ from, to }) => [from, to]))
  for (const star of stars) {
    if (touched.has(star.id)) continue
    const kin = stars.filter(
      ({ id, pillars }) => id !== star.id && pillars.includes(star.pillars[0]!),
    )
    const nearest = nearestTo(star, kin)
    if (nearest) join(star, nearest, 'pillar')
  }
  return [...lines.values()]
}
