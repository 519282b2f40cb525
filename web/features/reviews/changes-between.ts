import { diffWords } from 'diff'

type Part = { value: string; added: boolean; removed: boolean }

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words that went and came. Comparing texts that differ in more takes seconds, and helps nobody to see what changed. */
const MAX_CHANGES = 500

/** What went from a text and what came, in the order of both. */
export const changesBetween = (before: string, after: string): Part[] =>
  diffWords(before, after, { intlSegmenter: segmenter, maxEditLength: MAX_CHANGES }) ?? [
    { value: before, removed: true, added: false },
    { value: '\n\n', removed: false, added: false },
    { value: after, removed: false, added: true },
  ]
