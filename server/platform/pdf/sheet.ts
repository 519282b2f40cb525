import { DEFAULTS, heightOf, linesOf, type Style } from '#platform/typography'

import {
  type DocumentInfo,
  type Figure,
  openPdf,
  type Paper,
  type Place,
  SIZES,
} from './tagged-pdf.ts'

type Words = Style & { place: Place }

/**
 * A single tagged page (PDF/UA) in landscape with absolute positions. The reading order is the order of writing. Coordinates are
 * points from the top left.
 */
export const createSheet = ({ paper, ...described }: DocumentInfo & { paper: Paper }) => {
  const [height, width] = SIZES[paper]
  const { doc, root, tag, artifact, drawLines, close } = openPdf([width, height], described)
  doc.addPage()

  /** Height of a text in points. */
  const measure = (text: string, { place, ...style }: Words): number => {
    const given = { ...DEFAULTS, ...style }
    return heightOf(linesOf(text, place.width, given), given)
  }

  /** Returns the bottom of the text, in points from the top. */
  const write = (type: 'H1' | 'H2' | 'P', text: string, { place, ...style }: Words): number => {
    const given = { ...DEFAULTS, ...style }
    const lines = linesOf(text, place.width, given)
    root.add(tag(type, () => drawLines(lines, place, given)))
    return place.y + heightOf(lines, given)
  }

  /** Each item starts a new line. Returns the bottom. */
  const list = (items: readonly string[], { place, ...style }: Words): number => {
    const given = { ...DEFAULTS, ...style }
    const parent = tag('L')
    root.add(parent)
    let { y } = place
    for (const text of items) {
      const lines = linesOf(text, place.width, given)
      const item = tag('LI')
      parent.add(item)
      const top = y
      item.add(tag('LBody', () => drawLines(lines, { ...place, y: top }, given)))
      item.end()
      y += heightOf(lines, given)
    }
    parent.end()
    return y
  }

  const figure = ({ alt, width, height, draw }: Figure, { x, y }: { x: number; y: number }) => {
    const bbox = [x, y, x + width, y + height] as const
    root.add(tag('Figure', () => draw(doc, x, y), { alt, bbox }))
  }

  const decorate = (draw: (pdf: typeof doc) => void) => artifact(() => draw(doc))

  return { width, height, measure, write, list, figure, decorate, finish: close }
}

export type Sheet = ReturnType<typeof createSheet>
