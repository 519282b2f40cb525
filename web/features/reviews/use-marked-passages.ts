import { type RefObject, useEffect } from 'react'

import type { Pin } from './pins.ts'

type Passage = { exact: string; prefix: string; suffix: string }

const NAME = 'pinned-passage'

/** Index of a passage, using its context to choose among occurrences; undefined if not found. */
export const positionOf = (
  text: string,
  { exact, prefix, suffix }: Passage,
): number | undefined => {
  let best: { at: number; fit: number } | undefined
  for (let at = text.indexOf(exact); at !== -1; at = text.indexOf(exact, at + 1)) {
    const before = text.slice(0, at).endsWith(prefix)
    const after = text.startsWith(suffix, at + exact.length)
    const fit = Number(before) + Number(after)
    if (!best || fit > best.fit) best = { at, fit }
  }
  return best?.at
}

const rangeOf = (element: HTMLElement, passage: Passage): Range | undefined => {
  const nodes: Text[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  const start = positionOf(nodes.map(({ data }) => data).join(''), passage)
  if (start === undefined) return undefined
  const place = (offset: number): [Text, number] | undefined => {
    let passed = 0
    for (const node of nodes) {
      if (offset <= passed + node.length) return [node, offset - passed]
      passed += node.length
    }
    return undefined
  }
  const [from, to] = [place(start), place(start + passage.exact.length)]
  if (!from || !to) return undefined
  const range = document.createRange()
  range.setStart(...from)
  range.setEnd(...to)
  return range
}

/** Highlights passages with pinned comments, if the browser supports the CSS Custom Highlight API. */
export const useMarkedPassages = (place: RefObject<HTMLElement | null>, pins: readonly Pin[]) => {
  const passages = JSON.stringify(pins.map(({ selector }) => selector))
  useEffect(() => {
    const element = place.current
    if (!element || !('highlights' in CSS)) return undefined
    const marked = CSS.highlights.get(NAME) ?? new Highlight()
    CSS.highlights.set(NAME, marked)
    const selectors = JSON.parse(passages) as Pin['selector'][]
    let ranges: Range[] = []
    const unmark = () => {
      for (const range of ranges) marked.delete(range)
    }
    const mark = () => {
      unmark()
      ranges = selectors.flatMap((selector) =>
        selector.type === 'TextQuoteSelector' ? (rangeOf(element, selector) ?? []) : [],
      )
      for (const range of ranges) marked.add(range)
    }
    mark()
    // The Markdown renderer replaces the plain text later.
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      unmark()
    }
  }, [place, passages])
}
