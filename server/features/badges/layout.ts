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
/** Stars up to which all ticks are run; of more stars, a tick costs more. */
const FEW = 60
/** Last temperature of the simulation: that of the default decay after all ticks. */
const COLD = 0.001 ** (TICKS / 300)
/** Share of the distance that one shared quest takes away per tick. */
const PULL = 0.04
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
  const ticks = Math.ceil(TICKS * Math.min(1, FEW / stars.length))
  forceSimulation(stars)
    .force('x', forceX<Star>(({ goal }) => goal.x).strength(0.09))
    .force('y', forceY<Star>(({ goal }) => goal.y).strength(0.11))
    .force('apart', forceCollide<Star>(APART / 2).iterations(2))
    .force(
      'together',
      forceLink<Star, Link>(byQuest(stars))
        .distance(APART)
        .strength(({ shared }) => 1 - (1 - PULL) ** shared),
    )
    .alphaDecay(1 - COLD ** (1 / ticks))
    .stop()
    .tick(ticks)

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

type Link = { source: Star; target: Star; shared: number }

/** One link for each pair of stars: pairs are far fewer than the quests that they share. */
const byQuest = (stars: Star[]): Link[] => {
  const links: Link[] = []
  const linksFrom = new Map<Star, Map<Star, Link>>(stars.map((star) => [star, new Map()]))
  for (const shared of starsByQuest(stars)) {
    for (const [index, target] of shared.slice(1).entries()) {
      const source = shared[index]!
      const found = linksFrom.get(source)!.get(target)
      if (found) {
        found.shared += 1
        continue
      }
      const link = { source, target, shared: 1 }
      links.push(link)
      linksFrom.get(source)!.set(target, link)
    }
  }
  return links
}

/** Squared, which orders distances alike and costs no root. */
const distance = (a: Point, b: Point) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2

const nearestTo = <S extends Point>(from: Point, among: readonly S[]): S | undefined => {
  const [first, ...rest] = among
  return first && rest.reduce((a, b) => (distance(from, b) < distance(from, a) ? b : a), first)
}

/** Minimum spanning tree by Prim's algorithm, quadratic in the stars. */
const shortestLines = (stars: readonly Star[]): [Star, Star][] => {
  const [first, ...rest] = stars
  if (!first) return []
  const lines: [Star, Star][] = []
  const open = rest.map((star) => ({ star, to: first, away: Infinity }))
  let joined = first
  while (open.length > 0) {
    let nearest = 0
    for (let index = 0; index < open.length; index += 1) {
      const each = open[index]!
      const away = distance(each.star, joined)
      if (away < each.away) {
        each.to = joined
        each.away = away
      }
      if (each.away < open[nearest]!.away) nearest = index
    }
    const { star, to } = open[nearest]!
    lines.push([star, to])
    joined = star
    // The last one takes its place.
    open[nearest] = open.at(-1)!
    open.pop()
  }
  return lines
}

/**
 * Joins the stars of each quest by the shortest lines; a star without a shared quest is joined to the nearest star of its pillar.
 */
const linesBetween = (stars: readonly Star[]): Constellation['lines'] => {
  const lines: Constellation['lines'] = []
  const joined = new Map(stars.map((star) => [star, new Set<Star>()]))
  const join = (a: Star, b: Star, kind: 'quest' | 'pillar') => {
    if (joined.get(a)!.has(b)) return
    joined.get(a)!.add(b)
    joined.get(b)!.add(a)
    const [from, to] = a.id < b.id ? [a.id, b.id] : [b.id, a.id]
    lines.push({ from, to, kind })
  }
  const numbers = new Map(stars.map((star, index) => [star, index]))
  const drawnSets = new Set<string>()
  for (const shared of starsByQuest(stars)) {
    const set = shared.map((star) => numbers.get(star)).join(' ')
    if (drawnSets.has(set)) continue
    drawnSets.add(set)
    for (const [a, b] of shortestLines(shared)) join(a, b, 'quest')
  }
  for (const star of stars.filter((star) => joined.get(star)!.size === 0)) {
    const kin = stars.filter(
      ({ id, pillars }) => id !== star.id && pillars.includes(star.pillars[0]!),
    )
    const nearest = nearestTo(star, kin)
    if (nearest) join(star, nearest, 'pillar')
  }
  return lines
}
