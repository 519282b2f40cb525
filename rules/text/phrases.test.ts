import { expect, test } from 'vitest'

import * as languages from './screening-languages.ts'
import * as rules from './screening-rules.ts'
import { screen } from './screening.ts'

/** All patterns in a module's exports. */
const patternsIn = (value: unknown): RegExp[] => {
  if (value instanceof RegExp) return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((each) => patternsIn(each))
    : []
}

/** Separated by a gap that each repetition needs, a text divides in one way. */
const hasGap = (group: string) =>
  /^\(\?:(?:\(\?![^)]*\))?\[ \.\](?!\?)/.test(group) || group.endsWith('[ .])')

/**
 * Repeated groups that contain a repetition. Without a gap between them, a word of n letters divides in exponentially many ways.
 */
const ambiguousGroups = ({ source }: RegExp): string[] => {
  const found: string[] = []
  const open: { at: number; repeats: boolean }[] = [{ at: 0, repeats: false }]
  // One atom, bracket or escape at a time, with its quantifier.
  const atoms =
    /(\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]))?|\)|[^\\])(\{\d+(?:,\d*)?\}|[*+?])?/gsu
  for (const { index, 1: atom = '', 2: quantifier = '' } of source.matchAll(atoms)) {
    const [, least, most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(quantifier) ?? []
    const isRepeated = /[*+]/.test(quantifier) || (most ?? least ?? '1') !== '1'
    const varies = isRepeated && (most !== undefined || least === undefined)
    if (atom.startsWith('(')) {
      open.push({ at: index, repeats: false })
    } else if (atom === ')') {
      const group = open.pop()!
      const text = source.slice(group.at, index + 1)
      if (isRepeated && group.repeats && !hasGap(text)) found.push(text + quantifier)
      open.at(-1)!.repeats ||= group.repeats || varies
    } else {
      open.at(-1)!.repeats ||= varies
    }
  }
  return found
}

test('the check finds a group that divides a word in many ways, and no other', () => {
  expect(ambiguousGroups(/(?:[ .]?[a-z]{1,20}){0,10}/)).toHaveLength(1)
  expect(ambiguousGroups(/(?:a|(?:b[a-z]*))+/)).toHaveLength(1)
  expect(
    ambiguousGroups(/(?:[ .][a-z]{1,20}){0,10}|(?:[a-z]+[ .]){0,3}|(?:ab?c)*|(?:[0-9]{2})+/),
  ).toEqual([])
})

test('no pattern of the screening divides a word in many ways', () => {
  const patterns = patternsIn([{ ...rules }, { ...languages }])
  expect(patterns.length).toBeGreaterThan(400)
  expect(patterns.flatMap((pattern) => ambiguousGroups(pattern))).toEqual([])
})

test.each([
  'I read on the internet: https://en.wikipedia.org/wiki/List_of_volcanoes_in_the_United_States',
  'Look on facebook: https://kids.nationalgeographic.com/animals-of-the-deep-sea',
  `Snap A-${'b'.repeat(90)}`,
])('%j is read at once, and is nothing', (text) => {
  expect(screen(text)).toEqual([])
})
