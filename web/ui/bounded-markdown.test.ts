import fc from 'fast-check'
import { type Token, Tokenizer } from 'marked'
import { describe, expect, test } from 'vitest'

import { MAX_DEPTH, tokenize } from './bounded-markdown.ts'

const LENGTH = 20_000
const filled = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)

const depthOf = (tokens: Token[]): number =>
  1 +
  tokens.reduce((deepest, token) => {
    const inside = 'items' in token ? token.items.map((item: Token) => item) : []
    return Math.max(
      deepest,
      depthOf([...('tokens' in token ? (token.tokens ?? []) : []), ...inside]),
    )
  }, 0)

/** CPU milliseconds of this thread, mostly independent of other load. */
const workOf = (text: string): number => {
  const before = process.threadCpuUsage()
  tokenize(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('what people write reads as ever', () => {
  const written =
    '# Title\n\nUnder\n===\n\n> quoted *well*\n\n- one\n  - **two**\n    - `three`\n\n[a](https://a.example) ~~b~~'
  const types = (tokens: Token[]): unknown[] =>
    tokens.map((token) => [
      token.type,
      ...types([
        ...('items' in token ? (token.items as Token[]) : []),
        ...('tokens' in token ? (token.tokens ?? []) : []),
      ]),
    ])
  expect(JSON.stringify(types(tokenize(written)))).toMatch(
    /heading.*heading.*blockquote.*em.*list.*list.*strong.*list.*codespan.*link.*del/,
  )
})

test('a long text with addresses and emphasis keeps all of them', () => {
  const line =
    'Lorem *ipsum* dolor **sit** amet, write to ada@example.org or see https://a.example. '
  const html = JSON.stringify(tokenize((line.repeat(5) + '\n\n').repeat(40).slice(0, LENGTH)))
  expect(html.match(/"type":"em"/g)?.length).toBe(200)
  expect(html.match(/mailto:ada@example.org"/g)?.length).toBe(200)
})

describe.each([
  ['quotes', '>'],
  ['quotes with spaces', '> '],
  ['bullets', '- '],
  ['numbers', '1. '],
  ['bullets in quotes', '> - '],
  ['emphasis that never ends', '_a*'],
  ['the same the other way round', '*a_'],
  ['words after underscores', '_w'],
  ['brackets', '['],
  ['links in links', '[a]('],
  ['code', '`'],
  ['parts of an address', 'a.'],
  ['signs of an address', '!'],
  ['strikes', '~~a '],
  ['lists of fragments', '- !\n\tw'],
  ['tags', '<a '],
])('twenty thousand characters of %s', (_, unit) => {
  test('exhaust neither the stack nor the reader', () => {
    const text = filled(unit)
    expect(depthOf(tokenize(text))).toBeLessThan(3 * MAX_DEPTH)
    expect(workOf(text)).toBeLessThan(3000)
  })
})

test('lists inside lists end at a depth', () => {
  const steps = Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')
  expect(depthOf(tokenize(steps))).toBeLessThan(3 * MAX_DEPTH)
})

test('no mixture of marks does either', () => {
  const marks = fc.string({
    unit: fc.constantFrom(...'*_`[]()!<>#-+=~|\\ \n\t&:@.1aw/"'),
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(marks, marks, (before, unit) => {
      const text = (before + filled(unit)).slice(0, LENGTH)
      expect(workOf(text)).toBeLessThan(3000)
      const tokens = tokenize(text)
      expect(depthOf(tokens)).toBeLessThan(3 * MAX_DEPTH)
    }),
    { numRuns: 60 },
  )
})

test('the reader that bounds the library is still asked for everything it bounds', () => {
  // If a new version of the library renames one of these, parsing would be unbounded.
  for (const name of [
    'blockquote',
    'list',
    'lheading',
    'emStrong',
    'del',
    'link',
    'reflink',
    'inlineText',
  ]) {
    expect(Tokenizer.prototype).toHaveProperty(name)
  }
})
