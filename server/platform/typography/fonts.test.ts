import { expect, test } from 'vitest'

import { fontOf } from './fonts.ts'

test('each character stays itself, also where its shape was drawn before as a part of another', () => {
  // A font that no other test uses: glyphs are cached for the whole process.
  const font = fontOf('atkinson-hyperlegible-next latin 300')
  const points = font.characterSet
  // Accents before letters, colons before points.
  for (const point of points.toReversed())
    expect(font.glyphForCodePoint(point).path.commands).toBeDefined()
  const lost = points
    .filter((point) => font.glyphForCodePoint(point).codePoints.length === 0)
    .map((point) => String.fromCodePoint(point))
  expect(lost).toEqual([])
})
