import { type Box, labelsWithoutOverlap } from '#rules/art/labels'

import { type StarData, starId } from './Star.tsx'

const HALF_STAR = 22

const RANKS = { earned: 0, in_progress: 1, open: 2 } satisfies Record<StarData['state'], number>

const byImportance = (a: StarData, b: StarData) =>
  Number(b.pursued) - Number(a.pursued) ||
  RANKS[a.state] - RANKS[b.state] ||
  b.progress.fraction - a.progress.fraction

/**
 * Returns a function that hides the names that would collide at a scale of the stars: with a more important name or with another
 * star. The name of a star with focus or the pointer is always shown. Regions' names give way to all others.
 */
export const createDeclutter = (plane: HTMLElement, stars: readonly StarData[]) => {
  const ranked = stars.toSorted(byImportance).flatMap((star) => {
    const link = document.getElementById(starId(star.id))
    const name = link?.querySelector('span')
    return link && name ? [{ star, link, width: name.offsetWidth, height: name.offsetHeight }] : []
  })
  const regions = [...plane.querySelectorAll<SVGTextElement>('text')].map((text) => ({
    text,
    box: text.getBBox(),
  }))
  return (scale: number): void => {
    const labels = ranked.map(({ star: { id, x, y }, width, height }): Box => {
      const half = (width / 2) * scale
      const top = y + HALF_STAR * scale
      return { id, left: x - half, right: x + half, top, bottom: top + height * scale }
    })
    const radius = HALF_STAR * 0.8 * scale
    const bodies = stars.map(({ id, x, y }): Box => ({
      id,
      left: x - radius,
      right: x + radius,
      top: y - radius,
      bottom: y + radius,
    }))
    const shown = labelsWithoutOverlap(labels, bodies)
    for (const { star, link } of ranked) link.dataset.name = shown.has(star.id) ? 'shown' : 'hidden'
    const taken = [...labels.filter(({ id }) => shown.has(id)), ...bodies]
    for (const [index, { text, box }] of regions.entries()) {
      const { x: left, y: top, width, height } = box
      const id = `region ${index}`
      const own = { id, left, top, right: left + width, bottom: top + height }
      text.style.visibility = labelsWithoutOverlap([own], taken).has(id) ? 'visible' : 'hidden'
    }
  }
}
