import { DEFAULTS, type Face, heightOf, linesOf, MUTED } from '#platform/typography'

import { BRAND, type Flow, LINE, SHADE } from './flow.ts'
import type { Place } from './tagged-pdf.ts'

export type Column = {
  title: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}

export type Cell = {
  text: string
  /** Smaller text below it. */
  below?: string
  face?: Face
  /** 0 to 1: a bar below the text that visualizes a number of the row. */
  bar?: number
}

export type Table = {
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** Totals, in bold. */
  foot?: readonly Cell[]
}

const CELL = { x: 5, y: 3.4 }
const BAR = { up: 3.2, tall: 1.6 }
const BELOW = { ...DEFAULTS, size: 8, colour: MUTED, leading: 1.3 }
const HEAD = { ...DEFAULTS, face: 'strong' as const, size: 8.5 }

/** Draws a table with rules between its rows, and repeats its head on each page. */
export const drawTable = (flow: Flow, { columns, rows, foot }: Table) => {
  const { artifact, doc, drawLines, ensure, inner, root, tag } = flow
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
  const shade = () =>
    artifact(() => doc.rect(inner.left, flow.y, inner.width, headTall).fill(SHADE))

  const element = tag('Table')
  root.add(element)
  const laid = rows.map((cells) => laidOut(cells, false))
  ensure(headTall + (laid[0]?.tall ?? 0))
  shade()
  const headRow = tag('TR')
  element.add(headRow)
  heads.forEach((lines, i) =>
    headRow.add(tag('TH', () => drawLines(lines, placeOf(i, flow.y), HEAD), { scope: 'Column' })),
  )
  headRow.end()
  flow.y += headTall

  const drawRow = ({ parts, tall }: (typeof laid)[number]) => {
    if (ensure(tall)) {
      // The repeated head is an artifact, so that screen readers announce it once.
      artifact(() => {
        doc.rect(inner.left, flow.y, inner.width, headTall).fill(SHADE)
        heads.forEach((lines, i) => drawLines(lines, placeOf(i, flow.y), HEAD))
      }, 'Pagination')
      flow.y += headTall
    }
    const row = tag('TR')
    element.add(row)
    parts.forEach(({ lines, under, style }, i) => {
      const place = placeOf(i, flow.y)
      const draw = () => {
        drawLines(lines, place, style, { more: under.length > 0 })
        drawLines(under, { ...place, y: place.y + heightOf(lines, style) }, BELOW)
      }
      row.add(i === 0 ? tag('TH', draw, { scope: 'Row' }) : tag('TD', draw))
    })
    row.end()
    artifact(() => {
      doc
        .moveTo(inner.left, flow.y + tall)
        .lineTo(inner.left + inner.width, flow.y + tall)
        .lineWidth(0.5)
        .stroke(LINE)
      parts.forEach(({ bar }, i) => {
        if (bar === undefined) return
        const { x, width: wide } = placeOf(i, flow.y)
        // Above the rule, so that it does not seem to belong to the next row.
        const under = flow.y + tall - BAR.up
        doc.rect(x, under, wide, BAR.tall).fill(SHADE)
        doc.rect(x, under, wide * Math.min(1, Math.max(0, bar)), BAR.tall).fill(BRAND)
      })
    })
    flow.y += tall
  }
  for (const row of laid) drawRow(row)
  if (foot) drawRow(laidOut(foot, true))
  element.end()
  flow.y += 6
}
