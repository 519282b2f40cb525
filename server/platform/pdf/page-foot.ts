import { DEFAULTS, linesOf, MUTED, runsOf, widthOf } from '#platform/typography'

import { type Flow, LINE, MARGIN } from './flow.ts'

type Foot = {
  /** Before "Page 1 of 2". */
  foot: string
  /** Diagonal across each page. */
  watermark?: string
}

/** Adds the footer and the watermark to every page. */
export const finishPages = (flow: Flow, { foot, watermark }: Foot) => {
  const { artifact, doc, drawLines, height, inner } = flow
  const { count } = doc.bufferedPageRange()
  const style = { ...DEFAULTS, size: 8, colour: MUTED }
  for (let i = 0; i < count; i += 1) {
    doc.switchToPage(i)
    const place = { x: inner.left, y: height - MARGIN - 4, width: inner.width }
    artifact(() => {
      doc
        .moveTo(inner.left, place.y - 5)
        .lineTo(inner.left + inner.width, place.y - 5)
        .lineWidth(0.5)
        .stroke(LINE)
      drawLines(linesOf(foot, inner.width - 70, style).slice(0, 1), place, style)
      const number = linesOf(`Page ${i + 1} of ${count}`, 70, style)
      drawLines(number, { ...place, align: 'right' }, style)
    }, 'Pagination')
    if (watermark) drawWatermark(flow, watermark)
  }
}

const drawWatermark = ({ artifact, doc, drawRuns, height, width }: Flow, words: string) => {
  const runs = runsOf(words, 'strong')
  const size = Math.min(92, (height * 0.72) / widthOf(runs))
  const style = { ...DEFAULTS, face: 'strong' as const, size, colour: '#8a6d2f' }
  artifact(() => {
    doc.save().opacity(0.09)
    doc.translate(width / 2, height / 2).rotate(-52)
    drawRuns(runs, (-widthOf(runs) * size) / 2, size / 3, style)
    doc.restore()
  })
}
