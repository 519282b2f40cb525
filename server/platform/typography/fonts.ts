import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'

import { unpackWoff } from './woff.ts'

/** `text` and `strong` are the body type, `heading` is the product's heading type; diplomas have their own. */
export type Face = 'text' | 'strong' | 'heading' | 'diploma' | 'diploma_name'

/** Static fonts, of which documents embed the characters that they use. */
const EMBEDDED = {
  text: ['atkinson-hyperlegible-next', 400],
  strong: ['atkinson-hyperlegible-next', 700],
  heading: ['bricolage-grotesque', 700],
  diploma: ['fraunces', 400],
  diploma_name: ['fraunces', 600],
} as const satisfies Record<Face, readonly [string, number]>

/** For names that the others cannot write, in this order. Also embedded. */
const FOR_NAMES = {
  families: [
    // Vietnamese, Greek, Cyrillic, Devanagari.
    'noto-sans',
    'noto-sans-arabic',
    'noto-sans-hebrew',
    'noto-sans-thai',
    'noto-sans-bengali',
    'noto-sans-tamil',
    'noto-sans-georgian',
    'noto-sans-armenian',
  ],
  weight: { text: 400, strong: 700, heading: 700, diploma: 400, diploma_name: 700 },
} satisfies { families: string[]; weight: Record<Face, number> }

/**
 * For Chinese, Japanese and Korean: thin variable fonts, which cannot be embedded. Drawn as outlines, whose stroke, in em,
 * approximates the weight of the surrounding text.
 */
const OUTLINED = {
  families: ['noto-sans-sc', 'noto-sans-kr'],
  stroke: { text: 0.025, strong: 0.045, heading: 0.045, diploma: 0.025, diploma_name: 0.065 },
} satisfies { families: string[]; stroke: Record<Face, number> }

export type Run =
  | { kind: 'type'; id: string; text: string; width: number }
  /** Drawn as a shape, with its text for people who cannot see it. */
  | { kind: 'outline'; text: string; path: string; stroke: number; width: number; isBox: boolean }

const pathOf = (file: string) => fileURLToPath(import.meta.resolve(file))

/** Above the number of files in the packages. */
const MAX_FILES = 1000

/** Parsed once for all documents. */
const fonts = new LRUCache<string, Font>({
  max: MAX_FILES,
  memoMethod: (file) => {
    const font = create(unpackWoff(readFileSync(pathOf(file))))
    if (!('glyphForCodePoint' in font)) throw new Error(`${file} is not one font`)
    // A glyph caches the character of its first use: if that was as a part of another glyph (the point of a colon), it would map
    // to no character, in this and every later document.
    for (const point of font.characterSet) font.glyphForCodePoint(point)
    return font
  },
})

/** The font of a run. */
export const fontOf = (id: string): Font => {
  const [family = '', subset = '', weight = ''] = id.split(' ')
  return fonts.memo(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)
}

const idsOf = (face: Face): string[] => {
  const [family, weight] = EMBEDDED[face]
  return [`${family} latin ${weight}`, `${family} latin-ext ${weight}`]
}

type Range = { from: number; to: number; subset: string }

const rangesOf = new LRUCache<string, Range[]>({
  max: MAX_FILES,
  memoMethod: (folder) => {
    const listed: Record<string, string> = JSON.parse(
      readFileSync(pathOf(`${folder}/unicode.json`), 'utf8'),
    )
    return Object.entries(listed).flatMap(([subset, list]) =>
      list.split(',').map((range) => {
        const [from = '', to = from] = range.replace('U+', '').split('-')
        return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), subset }
      }),
    )
  },
})

/** Subsets of a family that may contain a character, according to its package. */
const subsetsWith = (folder: string, point: number): string[] =>
  rangesOf
    .memo(folder)
    .filter(({ from, to }) => from <= point && point <= to)
    .map(({ subset }) => subset)

type Character = { point: number; face: Face }

/** Font ids by character; empty if none contains it. */
const embedded = new LRUCache<string, string, Character>({
  max: 20_000,
  memoMethod: (_key, _stale, { context: { point, face } }) => {
    const has = (id: string) => fontOf(id).hasGlyphForCodePoint(point)
    const { families, weight } = FOR_NAMES
    const ofNames = () =>
      families.flatMap((family) =>
        subsetsWith(`@fontsource/${family}`, point).map(
          (subset) => `${family} ${subset} ${weight[face]}`,
        ),
      )
    return idsOf(face).find(has) ?? ofNames().find(has) ?? ''
  },
})

const embeddedFor = (point: number, face: Face): string | undefined =>
  embedded.memo(`${point} ${face}`, { context: { point, face } }) || undefined

/** Replacement for a character that no font contains: an empty box. */
const BOX = {
  path: 'M.08 0H.52V.7H.08ZM.12 .04V.66H.48V.04Z',
  stroke: 0,
  width: 0.6,
  isBox: true,
}

/** A text is measured several times before it is drawn. */
const outlines = new LRUCache<string, Run, Character>({
  max: 5000,
  memoMethod: (_key, _stale, { context }) => makeOutline(context),
})

const outlineOf = (text: string, face: Face): Run => {
  const point = text.codePointAt(0) ?? 0
  return outlines.memo(`${point} ${face}`, { context: { point, face } })
}

const makeOutline = ({ point, face }: Character): Run => {
  const text = String.fromCodePoint(point)
  const { families, stroke } = OUTLINED
  const font = families
    .flatMap((family) => {
      const folder = `@fontsource-variable/${family}`
      return subsetsWith(folder, point).map((subset) => {
        const part = subset.replace(/[[\]]/g, '')
        return fonts.memo(`${folder}/files/${family}-${part}-wght-normal.woff2`)
      })
    })
    .find((font) => font.hasGlyphForCodePoint(point))
  if (!font) return { kind: 'outline', text, ...BOX }
  const glyph = font.glyphForCodePoint(point)
  const scale = 1 / font.unitsPerEm
  const path = glyph.path.scale(scale, scale).toSVG()
  const width = glyph.advanceWidth * scale
  return { kind: 'outline', text, path, stroke: stroke[face], width, isBox: false }
}

/** In em, by font and text. */
const widths = new LRUCache<string, number, { id: string; text: string }>({
  max: 20_000,
  memoMethod: (_key, _stale, { context: { id, text } }) => {
    const font = fontOf(id)
    return font.layout(text).advanceWidth / font.unitsPerEm
  },
})

const widthOf = (id: string, text: string): number =>
  widths.memo(`${id} ${text}`, { context: { id, text } })

/** Splits a word into runs of one font each; widths are in em. */
export const runsOf = (word: string, face: Face): Run[] => {
  const text = word.normalize('NFC')
  const [usual = ''] = idsOf(face)
  // Nearly every word is one run.
  const pieces = /^[ -~]*$/.test(text) ? [{ id: usual, text }] : piecesOf(text, face)
  return pieces.map(({ id, text }) =>
    id === undefined ? outlineOf(text, face) : { kind: 'type', id, text, width: widthOf(id, text) },
  )
}

const piecesOf = (text: string, face: Face) => {
  const pieces: { id: string | undefined; text: string }[] = []
  for (const character of text) {
    const last = pieces.at(-1)
    const point = character.codePointAt(0) ?? 0
    // Marks stay with their base character, and joiners with what they join.
    const clings = /^[\p{M}\p{Cf}]$/u.test(character)
    const isIn = (id: string) => fontOf(id).hasGlyphForCodePoint(point)
    if (clings && last?.id !== undefined && isIn(last.id)) {
      last.text += character
      continue
    }
    const id = embeddedFor(point, face)
    if (last && id !== undefined && last.id === id) last.text += character
    else if (id !== undefined || !clings) pieces.push({ id, text: character })
  }
  return pieces
}
