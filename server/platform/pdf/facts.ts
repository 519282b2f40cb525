import { DEFAULTS, heightOf, linesOf, MUTED } from '#platform/typography'

import type { Flow } from './flow.ts'

/** Draws name and value pairs in two columns; screen readers get a table with a row per pair. */
export const drawFacts = (flow: Flow, pairs: readonly (readonly [string, string])[]) => {
  const { drawLines, ensure, inner, root, tag } = flow
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
      const place = { x: inner.left + column * wide, y: flow.y, width: wide - 10 }
      const row = tag('TR')
      element.add(row)
      row.add(tag('TH', () => drawLines(name, place, label), { scope: 'Row' }))
      const under = { ...place, y: flow.y + heightOf(name, label) }
      row.add(tag('TD', () => drawLines(text, under, value)))
      row.end()
    })
    flow.y += tall + 5
  }
  element.end()
}
