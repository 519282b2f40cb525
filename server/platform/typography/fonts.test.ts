import { expect, test } from 'vitest'

import { fontOf } from './fonts.ts'

test('each character stays itself, also where its shape was drawn before as a part of another', () => {
  // One that nothing else here uses: glyphs are remembered for as long as the program runs.
  const font = fontOf('atkinson-hyperlegible-next latin 300')
  const points = font.characterSet
  // From the accents to the letters, from the colon to the point.
  for (const point of points.toReversed())
    expect(font.glyphForCodePoint(point).path.commands).toBeDefined()
  const lost = points
    .filter((point) => font.glyphForCodePoint(point).codePoints.length === 0)
    .map((point) => String.fromCodePoint(point))
  expect(lost).toEqual([])
})
