import { type Pillar, PILLARS } from '#rules/pillars'

import { chance } from './chance.ts'
import { PILLAR_TILES } from './pillar-tiles.ts'
import { starPath } from './star.ts'

export const BADGE_SHAPES = [
  'roundel',
  'hexagon',
  'shield',
  'rosette',
  'compass',
  'arch',
  'facet',
] as const
export type BadgeShape = (typeof BADGE_SHAPES)[number]

// Badges show a night sky and look the same in every theme: the dark colors of web/tokens.css.
const COLOURS = {
  creativity: { star: '#cf7b7b', ground: '#3a2127', light: '#f6c4bd' },
  critical_thinking: { star: '#7499c6', ground: '#1b2b45', light: '#c3dcf7' },
  practical_skills: { star: '#f8ab4a', ground: '#39280f', light: '#ffdfad' },
  communication: { star: '#8ef5b7', ground: '#0f3328', light: '#d5ffe6' },
  cultural_literacy: { star: '#d3bbe6', ground: '#30253b', light: '#f2e7fb' },
} satisfies Record<Pillar, Record<'star' | 'ground' | 'light', string>>

/** Color of a pillar's star in the night sky. */
export const starColor = (pillar: Pillar): string => COLOURS[pillar].star

// With all five pillars, none of them colors the night.
const ALL = { star: '#b9c7d6', ground: '#22303f', light: '#fdf6e3' }

const SIZE = 240
const RIM = 106
const SKY = 95

const around = (corners: number, radius: (corner: number) => number, turn = 0) =>
  Array.from({ length: corners }, (_, corner) => {
    const angle = ((corner + turn) / corners) * 2 * Math.PI - Math.PI / 2
    return [Math.cos(angle) * radius(corner), Math.sin(angle) * radius(corner)] as const
  })

const round = (number: number) => Math.round(number * 10) / 10
const pointsOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')
const polygon = (points: readonly (readonly [number, number])[]) => `M${pointsOf(points)}Z`

const circle = (r: number) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`

/** Outlines around the origin, roughly as large as a circle of radius `r`. */
const OUTLINES = {
  roundel: circle,
  hexagon: (r) => polygon(around(6, () => r)),
  shield: (r) =>
    `M0 ${-r * 0.98}C${r * 0.3} ${-r * 0.8} ${r * 0.6} ${-r * 0.76} ${r * 0.88} ${-r * 0.78}C${r * 0.98} ${-r * 0.1} ${r * 0.84} ${r * 0.62} 0 ${r * 1.02}C${-r * 0.84} ${r * 0.62} ${-r * 0.98} ${-r * 0.1} ${-r * 0.88} ${-r * 0.78}C${-r * 0.6} ${-r * 0.76} ${-r * 0.3} ${-r * 0.8} 0 ${-r * 0.98}Z`,
  rosette: (r) => {
    const [first = [0, 0], ...rest] = around(12, () => r * 0.93, 0.5)
    const scallop = round(r * 0.26)
    const arcs = [...rest, first].map(
      ([x, y]) => `A${scallop} ${scallop} 0 0 1 ${round(x)} ${round(y)}`,
    )
    return `M${round(first[0])} ${round(first[1])}${arcs.join('')}Z`
  },
  compass: (r) => polygon(around(16, (corner) => [1.06, 0.84, 0.95, 0.84][corner % 4]! * r)),
  arch: (r) =>
    `M${-r * 0.78} ${r * 0.94}V${-r * 0.1}C${-r * 0.78} ${-r * 0.56} ${-r * 0.38} ${-r * 0.82} 0 ${-r * 1.02}C${r * 0.38} ${-r * 0.82} ${r * 0.78} ${-r * 0.56} ${r * 0.78} ${-r * 0.1}V${r * 0.94}Z`,
  facet: (r) => polygon(around(8, () => r, 0.5)),
} satisfies Record<BadgeShape, (r: number) => string>

type Art = {
  pillars: readonly Pillar[]
  shape: BadgeShape
  /** Badge id, which determines the constellation. */
  seed: string
  /** Earned badges are gold; the sky of others is dim. */
  earned: boolean
}

/** Returns a badge as a self-contained square SVG document, 240 by 240. Deterministic. */
export const badgeArt = ({ pillars, shape, seed, earned }: Art): string => {
  const random = chance(seed)
  const colours = pillars.map((pillar) => COLOURS[pillar])
  const isOfAll = pillars.length === PILLARS.length
  const first = isOfAll ? ALL : (colours[0] ?? ALL)
  const second = (isOfAll ? undefined : colours[1]) ?? first
  const outline = OUTLINES[shape]
  const tile = PILLAR_TILES[pillars[0] ?? 'communication']
  const sky = outline(SKY)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">`,
    '<defs>',
    '<linearGradient id="gold" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fff0c2"/><stop offset=".3" stop-color="#ffd166"/><stop offset=".55" stop-color="#b97f12"/><stop offset=".75" stop-color="#ffd166"/><stop offset="1" stop-color="#8f6300"/></linearGradient>',
    `<radialGradient id="sky" cx=".5" cy=".36" r=".75"><stop offset="0" stop-color="${first.ground}"/><stop offset=".55" stop-color="#14202b"/><stop offset="1" stop-color="#0b121a"/></radialGradient>`,
    `<radialGradient id="glow"><stop offset="0" stop-color="${first.light}" stop-opacity=".55"/><stop offset=".35" stop-color="${first.star}" stop-opacity=".3"/><stop offset="1" stop-color="${first.star}" stop-opacity="0"/></radialGradient>`,
    `<pattern id="tile" width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="scale(.62)"><path d="${tile}" fill="none" stroke="${first.star}" stroke-width="1.5"/></pattern>`,
    `<clipPath id="in"><path d="${sky}"/></clipPath>`,
    '</defs>',
    rim(outline, earned),
    '<g clip-path="url(#in)">',
    `<path d="${sky}" fill="url(#sky)"/>`,
    dust(random),
    `<circle cy="-18" r="72" fill="url(#glow)" opacity="${earned ? 1 : 0.45}"/>`,
    constellation(random, first.light, colours, earned),
    ground(random, first, second, earned),
    '</g>',
    `<path d="${outline(SKY - 4.5)}" fill="none" stroke="${first.star}" stroke-opacity="${earned ? 0.5 : 0.25}" stroke-width="1.2" stroke-linejoin="round"/>`,
    stones(colours, earned),
    '</svg>',
  ].join('')
}

const rim = (outline: (r: number) => string, earned: boolean): string => {
  if (earned) {
    return `<path d="${outline(RIM)}" fill="url(#gold)" stroke="url(#gold)" stroke-width="7" stroke-linejoin="round"/><path d="${outline(RIM - 4)}" fill="none" stroke="#6b4a00" stroke-opacity=".55" stroke-width="1.2" stroke-linejoin="round"/>`
  }
  return `<path d="${outline(RIM)}" fill="#1c2733" stroke="#1c2733" stroke-width="7" stroke-linejoin="round"/><path d="${outline(RIM - 2)}" fill="none" stroke="#6f7d8c" stroke-width="1.6" stroke-dasharray="2 6" stroke-linecap="round" stroke-linejoin="round"/>`
}

const dust = (random: () => number): string =>
  Array.from({ length: 30 }, () => {
    const x = round((random() - 0.5) * 180)
    const y = round(-95 + random() * 150)
    return `<circle cx="${x}" cy="${y}" r="${round(0.5 + random() * 0.9)}" fill="#eceae4" opacity="${round(0.25 + random() * 0.55)}"/>`
  }).join('')

/** Stars around the lodestar and a line to it, determined by the seed. */
const constellation = (
  random: () => number,
  light: string,
  colours: readonly { star: string }[],
  earned: boolean,
): string => {
  const count = 4 + Math.floor(random() * 3)
  const turn = random() * Math.PI * 2
  const stars = Array.from({ length: count }, (_, index) => {
    const angle = turn + ((index + (random() - 0.5) * 0.6) / count) * Math.PI * 1.7
    const reach = 40 + random() * 22
    return {
      x: round(Math.cos(angle) * reach * 1.08),
      y: round(-18 + Math.sin(angle) * reach * 0.82),
      r: round(5 + random() * 4.5),
    }
  })
  const line = `M${pointsOf([...stars.map(({ x, y }) => [x, y] as const), [0, -18]])}`
  const small = stars.map(({ x, y, r }, index) => {
    const colour = colours[(index + 1) % Math.max(colours.length, 1)]?.star ?? light
    return `<path d="${starPath(x, y, r)}" fill="${colour}" opacity="${earned ? 1 : 0.55}"/>`
  })
  const lodestar = starPath(0, -18, 34)
  const rays = starPath(0, -18, 17)
  const large = earned
    ? `<path d="${rays}" fill="${light}" opacity=".75" transform="rotate(45 0 -18)"/><path d="${lodestar}" fill="${light}"/><circle cy="-18" r="4.5" fill="#fff"/>`
    : `<path d="${lodestar}" fill="#14202b" fill-opacity=".6" stroke="${light}" stroke-opacity=".8" stroke-width="1.4" stroke-linejoin="round"/>`
  return `<path d="${line}" fill="none" stroke="#eceae4" stroke-opacity="${earned ? 0.6 : 0.3}" stroke-width="1.1" stroke-dasharray="1 3.5" stroke-linecap="round" stroke-linejoin="round"/>${small.join('')}${large}`
}

/** Two hills: the farther one in the second pillar's color, the nearer one with the first pillar's pattern. */
const ground = (
  random: () => number,
  first: { star: string; ground: string },
  second: { star: string },
  earned: boolean,
): string => {
  const hill = (top: number) => {
    const [left, middle, right] = [0, 0, 0].map(() => round(top + (random() - 0.5) * 16))
    return `M-120 ${left}C-80 ${left! - 12} -40 ${middle! + 10} 0 ${middle}S80 ${right! - 12} 120 ${right}V120H-120Z`
  }
  const near = hill(58)
  return `<g opacity="${earned ? 1 : 0.6}"><path d="${hill(42)}" fill="${second.star}" opacity=".38"/><path d="${near}" fill="${first.ground}"/><path d="${near}" fill="url(#tile)" opacity=".32"/></g>`
}

/** One small stone per pillar. */
const stones = (colours: readonly { star: string }[], earned: boolean): string =>
  colours
    .map(({ star }, index) => {
      const x = round((index - (colours.length - 1) / 2) * 15)
      return `<path d="M${x} 64L${x + 5.5} 70L${x} 76L${x - 5.5} 70Z" fill="${star}" stroke="#0b121a" stroke-width="1.5" opacity="${earned ? 1 : 0.6}"/>`
    })
    .join('')
