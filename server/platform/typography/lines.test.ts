import { describe, expect, test } from 'vitest'

import { DEFAULTS, linesOf } from './lines.ts'

/** Content of each line, from left to right, as passed to the font, which reverses right-to-left scripts. */
const setIn = (text: string, width = Infinity) =>
  linesOf(text, width, DEFAULTS).map(({ runs }) => runs.map((run) => run.text))

describe('a line of type', () => {
  test('takes each script’s letters from a font that has them', () => {
    const names = [
      'Łukasz',
      'Nguyễn',
      'Ελένη',
      'Дарья',
      'अदिति',
      'দেবযানী',
      'கார்த்திக்',
      'สมชาย',
      'გიორგი',
      'Արամ',
    ]
    for (const name of names) {
      const [line] = linesOf(name, Infinity, DEFAULTS)
      expect(line?.runs.every(({ kind }) => kind === 'type')).toBe(true)
    }
    for (const name of ['李明', '김민준', 'さくら']) {
      const [line] = linesOf(name, Infinity, DEFAULTS)
      expect(line?.runs).toHaveLength([...name].length)
      for (const run of line?.runs ?? []) expect(run).toMatchObject({ kind: 'outline' })
    }
  })

  test('sets Arabic and Hebrew words from right to left, the others from left to right', () => {
    expect(setIn('شيماء بنت عبد')).toEqual([['عبد', ' ', 'بنت', ' ', 'شيماء']])
    expect(setIn('by Zoë, שרה and Tom')).toEqual([['by Zoë, ', 'שרה', ' and Tom']])
  })

  test('turns brackets round where words run to the left, and leaves numbers as they stand', () => {
    expect(setIn('نوید (علی)')).toEqual([['(', 'علی', ') ', 'نوید']])
    // The font will reverse these again.
    expect(setIn('كتب ٣٤')).toEqual([['٤٣', ' ', 'كتب']])
    expect(setIn('abc ١٢٣ def')).toEqual([['abc ', '٣٢١', ' def']])
    expect(setIn('نوید 123')).toEqual([['123', ' ', 'نوید']])
  })

  test('orders each line by itself when text is broken', () => {
    const lines = setIn('شيماء بنت عبد الرحمن', 60)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.flatMap((line) => line.toReversed()).filter((word) => word.trim())).toEqual([
      'شيماء',
      'بنت',
      'عبد',
      'الرحمن',
    ])
  })

  test('costs what its length costs, in any script and without a blank', () => {
    const alphabets = [
      'a',
      '李',
      '힣',
      'ﷺ',
      '\u0301',
      'ش',
      'א(',
      '\u202ba',
      'দে',
      '\u{1f469}\u200d',
      '\ufffd',
    ]
    const excess = alphabets.flatMap((letters) => {
      const text = letters.repeat(20_000 / letters.length)
      const before = process.threadCpuUsage()
      linesOf(text, 500, DEFAULTS)
      const { user, system } = process.threadCpuUsage(before)
      return user + system > 2_000_000 ? [`${letters}: ${user + system}`] : []
    })
    expect(excess).toEqual([])
  })

  test('breaks a word that is wider than it, and loses nothing of it', () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(9)
    const lines = linesOf(`Die ${word} fährt`, 200, DEFAULTS)
    expect(lines.every(({ width }) => width * DEFAULTS.size <= 200)).toBe(true)
    expect(lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')).toBe(
      `Die${word} fährt`,
    )
  })

  test('keeps marks on the letters that they belong to', () => {
    // Decomposed, as some keyboards produce it.
    expect(setIn('नि\u200dति')).toHaveLength(1)
    expect(setIn('e\u0323\u0302')).toEqual([['ệ']])
  })
})
