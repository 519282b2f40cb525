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
 * One tagged sheet (PDF/UA), lying on its side, on which everything has a place of its own. What is read aloud is read in
 * the order in which it was written. Coordinates are points from the top left.
 */
export const createSheet = ({ paper, ...described }: DocumentInfo & { paper: Paper }) => {
  const [height, width] = SIZES[paper]
  const { doc, root, tag, artifact, drawLines, close } = openPdf([width, height], described)
  doc.addPage()

  /** How high words would be, in points. */
  const measure = (text: string, { place, ...style }: Words): number => {
    const given = { ...DEFAULTS, ...style }
    return heightOf(linesOf(text, place.width, given), given)
  }

  /** Returns where they end, in points from the top. */
  const write = (type: 'H1' | 'H2' | 'P', text: string, { place, ...style }: Words): number => {
    const given = { ...DEFAULTS, ...style }
    const lines = linesOf(text, place.width, given)
    root.add(tag(type, () => drawLines(lines, place, given)))
    return place.y + heightOf(lines, given)
  }

  /** Each item begins a line of its own. Returns where they end. */
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
