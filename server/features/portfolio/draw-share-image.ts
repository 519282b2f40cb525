import type { PublicPortfolio } from '#contract/portfolio'
import { lettering } from '#platform/typography'
import { starColor } from '#rules/art/badge-art'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 72

const PLACES = [
  { x: 640, y: 470 },
  { x: 770, y: 330 },
  { x: 900, y: 395 },
  { x: 985, y: 190 },
  { x: 1100, y: 330 },
]

/** Identical background dots for everyone, distributed by the golden angle. */
const DUST = Array.from({ length: 120 }, (_, index) => {
  const turn = index * 2.399963
  const reach = Math.sqrt(index / 120) * 760
  const [x, y] = [600 + Math.cos(turn) * reach, 300 + Math.sin(turn) * reach]
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${[0.9, 1.4, 1][index % 3]}" fill="#eceae4" opacity="${[0.35, 0.6, 0.45][index % 3]}"/>`
}).join('')

const starPath = (x: number, y: number, r: number) => {
  const q = r * 0.12
  return `M${x} ${y - r}Q${x + q} ${y - q} ${x + r} ${y}Q${x + q} ${y + q} ${x} ${y + r}Q${x - q} ${y + q} ${x - r} ${y}Q${x - q} ${y - q} ${x} ${y - r}Z`
}

type At = { y: number; size: number; fill: string; within: number }

/** Positions glyph paths and scales them down to fit. */
const placed = ({ paths, width }: ReturnType<typeof lettering>, at: At): string => {
  const scale = Math.min(1, at.within / Math.max(1, width))
  return `<g transform="translate(${MARGIN} ${at.y}) scale(${scale.toFixed(4)})" fill="${at.fill}" stroke="${at.fill}">${paths}</g>`
}

/** Data shown in the image. */
export type SharedFacts = Pick<PublicPortfolio, 'display_name' | 'title' | 'xp'> & {
  questsDone: number
  siteName: string
}

/** The learner's five stars, sized by each pillar's share of the work. */
const starsOf = ({ xp }: SharedFacts) => {
  const most = Math.max(1, ...xp.pillars.map((pillar) => pillar.xp))
  return xp.pillars
    .map((pillar, i) => {
      const { x, y } = PLACES[i] ?? { x: 0, y: 0 }
      const r = 16 + 46 * Math.sqrt(pillar.xp / most)
      return `<path d="${starPath(x, y, r)}" fill="${starColor(pillar.pillar)}"/>`
    })
    .join('')
}

/** Draws the image as SVG. */
export const draw = (shown: SharedFacts): string => {
  const words = (text: string, at: At) => placed(lettering(text, at.size), at)
  const { questsDone: done } = shown
  const figures = [
    `${shown.xp.total.toLocaleString('en')} XP`,
    `Level ${shown.xp.level}, ${shown.title}`,
    ...(done > 0 ? [done === 1 ? '1 quest completed' : `${done} quests completed`] : []),
  ].join('  ·  ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#14202b"/>${DUST}
<polyline points="${PLACES.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="#b3bcc6" stroke-width="2" stroke-dasharray="1 9" stroke-linecap="round"/>
${starsOf(shown)}
<path d="M0 560C240 500 420 600 660 556S1010 500 1200 540V630H0Z" fill="#0e1620"/>
${words(shown.display_name, { y: 160, size: 84, fill: '#eceae4', within: 760 })}
${words(figures, { y: 222, size: 30, fill: '#b3bcc6', within: 760 })}
${words(shown.siteName, { y: 590, size: 38, fill: '#8fd3c8', within: 400 })}
</svg>`
}
