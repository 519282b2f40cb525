import { DEFAULTS, heightOf, linesOf, runsOf, type Style } from '#platform/typography'

import { drawFacts } from './facts.ts'
import { BRAND, MARGIN, openFlow } from './flow.ts'
import { finishPages } from './page-foot.ts'
import { drawTable, type Table } from './table.ts'
import type { DocumentInfo, Figure, Paper } from './tagged-pdf.ts'

type Options = DocumentInfo & {
  paper: Paper
  /** Diagonal across each page. */
  watermark?: string
  /** At the bottom of each page, before "Page 1 of 2". */
  foot: string
}

/**
 * A tagged document (PDF/UA) that flows over pages: headings, paragraphs, tables with repeated heads, figures. Decoration is
 * marked as an artifact.
 */
export const createDocument = (options: Options) => {
  const flow = openFlow(options.paper, options)
  const { doc, root, tag, artifact, drawLines, addLink, close, inner, ensure } = flow

  const block = (type: string, text: string, given: Style, url?: string) => {
    const style = { ...DEFAULTS, ...given }
    const lines = linesOf(text, inner.width, style)
    const tall = heightOf(lines, style)
    ensure(tall)
    const place = { x: inner.left, y: flow.y, width: inner.width }
    const draw = () => drawLines(lines, place, style)
    if (url === undefined) root.add(tag(type, draw))
    else {
      const element = tag(type)
      root.add(element)
      addLink(element, { url, alt: text, area: { ...place, height: tall } }, draw)
      element.end()
    }
    flow.y += tall
  }

  const HEADINGS = {
    1: { size: 20, before: 0, after: 4 },
    2: { size: 12.5, before: 14, after: 4 },
    3: { size: 10.5, before: 8, after: 2 },
  }

  /** @param keep points that must stay on the same page below the heading */
  const heading = (level: keyof typeof HEADINGS, text: string, keep = 60) => {
    const { size, before, after } = HEADINGS[level]
    ensure(before + size * 1.3 + keep)
    if (flow.y > MARGIN) flow.y += before
    block(`H${level}`, text, { face: 'heading', size, leading: 1.2, colour: BRAND })
    flow.y += after
  }

  /** @param more.url target of the text, if it is a link */
  const paragraph = (
    text: string,
    { after = 4, url, ...style }: Style & { after?: number; url?: string } = {},
  ) => {
    block('P', text, style, url)
    flow.y += after
  }

  const list = (items: readonly string[]) => {
    const style: Required<Style> = { ...DEFAULTS }
    const parent = tag('L')
    root.add(parent)
    for (const text of items) {
      const lines = linesOf(text, inner.width - 12, style)
      ensure(heightOf(lines, style))
      const item = tag('LI')
      parent.add(item)
      const bullet = [{ runs: runsOf('•', 'text'), width: 0 }]
      item.add(tag('Lbl', () => drawLines(bullet, { x: inner.left, y: flow.y, width: 10 }, style)))
      const place = { x: inner.left + 12, y: flow.y, width: inner.width - 12 }
      item.add(tag('LBody', () => drawLines(lines, place, style)))
      item.end()
      flow.y += heightOf(lines, style)
    }
    parent.end()
    flow.y += 4
  }

  /** Placed at the right edge of the page's top, with a linked caption below; the following content starts beneath it. */
  const figure = (
    { alt, width: wide, height: tall, draw }: Figure,
    caption: { text: string; url: string },
  ) => {
    const x = inner.left + inner.width - wide
    const top = MARGIN
    const bbox = [x, top, x + wide, top + tall] as const
    root.add(tag('Figure', () => draw(doc, x, top), { alt, bbox }))
    const style = { ...DEFAULTS, size: 7.5, colour: BRAND }
    const lines = linesOf(caption.text, wide, style)
    const place = { x, y: top + tall + 3, width: wide, align: 'center' as const }
    const area = { ...place, height: heightOf(lines, style) }
    const element = tag('P')
    root.add(element)
    addLink(element, { url: caption.url, alt: caption.text, area }, () =>
      drawLines(lines, place, style),
    )
    element.end()
    flow.y = Math.max(flow.y, area.y + area.height + 6)
  }

  const rule = () => {
    artifact(() =>
      doc
        .moveTo(inner.left, flow.y)
        .lineTo(inner.left + inner.width, flow.y)
        .lineWidth(1)
        .stroke(BRAND),
    )
    flow.y += 10
  }

  const finish = (): Promise<Buffer> => {
    finishPages(flow, options)
    return close()
  }

  return {
    heading,
    paragraph,
    list,
    table: (table: Table) => drawTable(flow, table),
    facts: (pairs: readonly (readonly [string, string])[]) => drawFacts(flow, pairs),
    figure,
    rule,
    ensure,
    finish,
  }
}

export type PdfDocument = ReturnType<typeof createDocument>
