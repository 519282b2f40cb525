import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'

import { unpackWoff } from './woff.ts'

const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(file)))

const fontIn = (file: Buffer): Font => {
  const font = create(file)
  if (!('glyphForCodePoint' in font)) throw new Error('is not one font')
  return font
}

/** The font as a document embeds it. */
const embeddedFrom = (font: Font, text: string) => {
  const subset = font.createSubset()
  for (const glyph of font.layout(text).glyphs) subset.includeGlyph(glyph)
  return Buffer.from(subset.encode())
}

const files = [
  '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff',
  '@fontsource/fraunces/files/fraunces-latin-600-normal.woff',
  '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff',
]

describe.each(files)('%s, unpacked', (name) => {
  const woff = read(name)
  const unpacked = unpackWoff(woff)

  test('is the font that fontkit reads from the packed file', () => {
    const [font, original] = [fontIn(unpacked), fontIn(woff)]
    const text = String.fromCodePoint(...original.characterSet.slice(0, 80))
    expect(font.characterSet).toEqual(original.characterSet)
    expect(embeddedFrom(font, text).equals(embeddedFrom(original, text))).toBe(true)
  })

  test('has tables with the sums that its directory gives', () => {
    const count = unpacked.readUInt16BE(4)
    for (let at = 12; at < 12 + 16 * count; at += 16) {
      // The head table contains a sum of the whole file.
      if (unpacked.toString('latin1', at, at + 4) === 'head') continue
      const [stated, offset, length] = [4, 8, 12].map((field) => unpacked.readUInt32BE(at + field))
      let sum = 0
      for (let word = offset!; word < offset! + length!; word += 4)
        sum = (sum + unpacked.readUInt32BE(word)) >>> 0
      expect(sum).toBe(stated)
    }
  })
})

test('any other file stays as it is', () => {
  const woff2 = read(
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2',
  )
  expect(unpackWoff(woff2)).toBe(woff2)
})
