import {
  DEFAULTS,
  type Face,
  heightOf,
  linesOf,
  MUTED,
  runsOf,
  type Style,
  widthOf,
} from '#platform/typography'

import {
  type DocumentInfo,
  type Figure,
  openPdf,
  type Paper,
  type Place,
  SIZES,
} from './tagged-pdf.ts'

export type Column = {
  title: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}

export type Cell = {
  text: string
  /** Smaller words under it. */
  below?: string
  face?: Face
  /** 0 to 1: a bar under the words that repeats a number of the row. */
  bar?: number
}

export type Table = {
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** Sums, in stronger type. */
  foot?: readonly Cell[]
}

type Options = DocumentInfo & {
  paper: Paper
  /** Slanted over each page. */
  watermark?: string
  /** At the foot of each page, before "Page 1 of 2". */
  foot: string
}

const LINE = '#c9c4b8'
const SHADE = '#f1eee7'
const BRAND = '#1f4d4a'
const MARGIN = 48
const FOOT = 22

/**
 * A tagged document (PDF/UA) that flows down its pages: headings, paragraphs, tables with repeated heads, figures. What
 * only decorates is an artifact. Coordinates are points from the top left.
 */
export const createDocument = (options: Options) => {
  const [width, height] = SIZES[options.paper]
  const inner = { left: MARGIN, width: width - 2 * MARGIN, bottom: height - MARGIN - FOOT }
  const { doc, root, tag, artifact, drawRuns, drawLines, addLink, close } = openPdf(
    [width, height],
    options,
  )
  doc.addPage()
  let y = MARGIN

  const nextPage = () => {
    doc.addPage()
    y = MARGIN
  }

  /** Begins a new page unless so many points are left on this one. Returns whether it did. */
  const ensure = (points: number): boolean => {
    if (y + points <= inner.bottom || y === MARGIN) return false
    nextPage()
    return true
  }

  const block = (type: string, text: string, given: Style, url?: string) => {
    const style = { ...DEFAULTS, ...given }
    const lines = linesOf(text, inner.width, style)
    const tall = heightOf(lines, style)
    ensure(tall)
    const place = { x: inner.left, y, width: inner.width }
    const draw = () => drawLines(lines, place, style)
    if (url === undefined) root.add(tag(type, draw))
    else {
      const element = tag(type)
      root.add(element)
      addLink(element, { url, alt: text, area: { ...place, height: tall } }, draw)
      element.end()
    }
    y += tall
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
    if (y > MARGIN) y += before
    block(`H${level}`, text, { face: 'heading', size, leading: 1.2, colour: BRAND })
    y += after
  }

  /** @param more.url where the words lead, if anywhere */
  const paragraph = (
    text: string,
    { after = 4, url, ...style }: Style & { after?: number; url?: string } = {},
  ) => {
    block('P', text, style, url)
    y += after
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
      item.add(tag('Lbl', () => drawLines(bullet, { x: inner.left, y, width: 10 }, style)))
      const place = { x: inner.left + 12, y, width: inner.width - 12 }
      item.add(tag('LBody', () => drawLines(lines, place, style)))
      item.end()
      y += heightOf(lines, style)
    }
    parent.end()
    y += 4
  }

  const CELL = { x: 5, y: 3.4 }
  const BAR = { up: 3.2, tall: 1.6 }
  const BELOW = { ...DEFAULTS, size: 8, colour: MUTED, leading: 1.3 }
  const HEAD = { ...DEFAULTS, face: 'strong' as const, size: 8.5 }

  const table = ({ columns, rows, foot }: Table) => {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    let left = inner.left
    const places = columns.map(({ share, align }) => {
      const wide = (inner.width * share) / shares
      const place = { x: left + CELL.x, width: wide - 2 * CELL.x, align }
      left += wide
      return place
    })
    const placeOf = (i: number, top: number): Place => ({
      ...(places[i] ?? { x: 0, width: 0, align: undefined }),
      y: top + CELL.y,
    })

    const laidOut = (cells: readonly Cell[], isFoot: boolean) => {
      const parts = cells.map(({ text, below, face, bar }, i) => {
        const style = { ...DEFAULTS, face: face ?? (isFoot ? 'strong' : 'text') } as const
        const wide = places[i]?.width ?? 0
        return {
          style,
          bar,
          lines: linesOf(text, wide, style),
          under: below ? linesOf(below, wide, BELOW) : [],
        }
      })
      const tall = Math.max(
        ...parts.map(({ lines, under, style }) => heightOf(lines, style) + heightOf(under, BELOW)),
      )
      return { parts, tall: tall + 2 * CELL.y }
    }

    const heads = columns.map(({ title }, i) => linesOf(title, places[i]?.width ?? 0, HEAD))
    const headTall = Math.max(...heads.map((lines) => heightOf(lines, HEAD))) + 2 * CELL.y
    const shade = () => artifact(() => doc.rect(inner.left, y, inner.width, headTall).fill(SHADE))

    const element = tag('Table')
    root.add(element)
    const laid = rows.map((cells) => laidOut(cells, false))
    ensure(headTall + (laid[0]?.tall ?? 0))
    shade()
    const headRow = tag('TR')
    element.add(headRow)
    heads.forEach((lines, i) =>
      headRow.add(tag('TH', () => drawLines(lines, placeOf(i, y), HEAD), { scope: 'Column' })),
    )
    headRow.end()
    y += headTall

    const drawRow = ({ parts, tall }: (typeof laid)[number]) => {
      if (ensure(tall)) {
        // The head is repeated for readers of the page. It is an artifact, so that a screen reader says it once.
        artifact(() => {
          doc.rect(inner.left, y, inner.width, headTall).fill(SHADE)
          heads.forEach((lines, i) => drawLines(lines, placeOf(i, y), HEAD))
        }, 'Pagination')
        y += headTall
      }
      const row = tag('TR')
      element.add(row)
      parts.forEach(({ lines, under, style }, i) => {
        const place = placeOf(i, y)
        const draw = () => {
          drawLines(lines, place, style, { more: under.length > 0 })
          drawLines(under, { ...place, y: place.y + heightOf(lines, style) }, BELOW)
        }
        row.add(i === 0 ? tag('TH', draw, { scope: 'Row' }) : tag('TD', draw))
      })
      row.end()
      artifact(() => {
        doc
          .moveTo(inner.left, y + tall)
          .lineTo(inner.left + inner.width, y + tall)
          .lineWidth(0.5)
          .stroke(LINE)
        parts.forEach(({ bar }, i) => {
          if (bar === undefined) return
          const { x, width: wide } = placeOf(i, y)
          // Clear of the line, or it would seem to belong to the next row.
          const under = y + tall - BAR.up
          doc.rect(x, under, wide, BAR.tall).fill(SHADE)
          doc.rect(x, under, wide * Math.min(1, Math.max(0, bar)), BAR.tall).fill(BRAND)
        })
      })
      y += tall
    }
    for (const row of laid) drawRow(row)
    if (foot) drawRow(laidOut(foot, true))
    element.end()
    y += 6
  }

  /** Names and values in columns beside each other, each pair a row of a table for those who listen. */
  const facts = (pairs: readonly (readonly [string, string])[]) => {
    const columns = 2
    const wide = inner.width / columns
    const label = { ...DEFAULTS, size: 8, colour: MUTED }
    const value = { ...DEFAULTS, face: 'strong' as const, size: 10 }
    const element = tag('Table')
    root.add(element)
    for (let i = 0; i < pairs.length; i += columns) {
      const cells = pairs.slice(i, i + columns).map(([name, text]) => ({
        name: linesOf(name, wide - 10, label),
        text: linesOf(text, wide - 10, value),
      }))
      const tall = Math.max(
        ...cells.map(({ name, text }) => heightOf(name, label) + heightOf(text, value)),
      )
      ensure(tall)
      cells.forEach(({ name, text }, column) => {
        const place = { x: inner.left + column * wide, y, width: wide - 10 }
        const row = tag('TR')
        element.add(row)
        row.add(tag('TH', () => drawLines(name, place, label), { scope: 'Row' }))
        const under = { ...place, y: y + heightOf(name, label) }
        row.add(tag('TD', () => drawLines(text, under, value)))
        row.end()
      })
      y += tall + 5
    }
    element.end()
  }

  /** At the right edge, from the top of the page, with words under it that lead on; what follows begins below it. */
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
    y = Math.max(y, area.y + area.height + 6)
  }

  const rule = () => {
    artifact(() =>
      doc
        .moveTo(inner.left, y)
        .lineTo(inner.left + inner.width, y)
        .lineWidth(1)
        .stroke(BRAND),
    )
    y += 10
  }

  const finishPages = () => {
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
        drawLines(linesOf(options.foot, inner.width - 70, style).slice(0, 1), place, style)
        const number = linesOf(`Page ${i + 1} of ${count}`, 70, style)
        drawLines(number, { ...place, align: 'right' }, style)
      }, 'Pagination')
      if (options.watermark) drawWatermark(options.watermark)
    }
  }

  const drawWatermark = (words: string) => {
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

  const finish = (): Promise<Buffer> => {
    finishPages()
    return close()
  }

  return {
    heading,
    paragraph,
    list,
    table,
    facts,
    figure,
    rule,
    ensure,
    finish,
  }
}

export type PdfDocument = ReturnType<typeof createDocument>
