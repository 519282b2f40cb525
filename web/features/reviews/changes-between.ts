import { diffWords } from 'diff'

type Part = { value: string; added: boolean; removed: boolean }

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Maximum number of changed words. Larger diffs take seconds and are unreadable. */
const MAX_CHANGES = 500

/** Removed and added words, in the order of both texts. */
export const changesBetween = (before: string, after: string): Part[] =>
  diffWords(before, after, { intlSegmenter: segmenter, maxEditLength: MAX_CHANGES }) ?? [
    { value: before, removed: true, added: false },
    { value: '\n\n', removed: false, added: false },
    { value: after, removed: false, added: true },
  ]
