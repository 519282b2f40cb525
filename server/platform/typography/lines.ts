import createBidi from 'bidi-js'

import { type Face, type Run, runsOf } from './fonts.ts'

export type Style = {
  face?: Face
  /** In points. */
  size?: number
  colour?: string
  /** Line height, relative to the size. */
  leading?: number
}

const INK = '#1f2330'
export const MUTED = '#5a6072'

export const DEFAULTS = {
  face: 'text',
  size: 9.5,
  colour: INK,
  leading: 1.36,
} satisfies Required<Style>

/** A line of text as drawn, from left to right. */
export type Line = { runs: Run[]; width: number }

/** Above the number of letters that fit on a line: zero-width characters would never fill it. */
const MAX_CHARACTERS = 400

/** Breaks text into lines of at most `width` points. A word wider than a line is broken inside. */
export const linesOf = (text: string, width: number, { face, size }: Required<Style>): Line[] => {
  const space = runsOf(' ', face)
  const gap = widthOf(space)
  const most = width / size
  const lines: Line[] = []
  let line: Line = { runs: [], width: 0 }
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    brokenWord(word, most, face).forEach((runs, i) => {
      const wide = widthOf(runs)
      const isJoined = line.runs.length > 0 && i === 0 && line.width + gap + wide <= most
      if (isJoined) {
        line.runs.push(...space, ...runs)
        line.width += gap + wide
      } else {
        if (line.runs.length > 0) lines.push(line)
        line = { runs: [...runs], width: wide }
      }
    })
  }
  lines.push(line)
  return lines.map((each) => asDrawn(each, face))
}

/** Breaks a word into pieces of at most `most` em. The work is linear: only as much as a line could contain is measured. */
const brokenWord = (word: string, most: number, face: Face): Run[][] => {
  const pieces: Run[][] = []
  const characters = [...word.normalize('NFC')]
  for (let at = 0; at < characters.length;) {
    const next = characters.slice(at, at + MAX_CHARACTERS)
    const fits = countFitting(next, most, face)
    pieces.push(runsOf(next.slice(0, fits).join(''), face))
    at += fits
  }
  return pieces
}

/** Number of leading characters that are at most `most` em wide; at least one. */
const countFitting = (characters: readonly string[], most: number, face: Face): number => {
  const doesFit = (count: number) =>
    widthOf(runsOf(characters.slice(0, count).join(''), face)) <= most
  if (doesFit(characters.length)) return characters.length
  let [fits, isTooMany] = [1, characters.length]
  while (isTooMany - fits > 1) {
    const middle = Math.floor((fits + isTooMany) / 2)
    if (doesFit(middle)) fits = middle
    else isTooMany = middle
  }
  return fits
}

export const widthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { width }) => sum + width, 0)

// Its types describe an ECMAScript module, but Node.js loads CommonJS.
const bidi = (createBidi as unknown as typeof createBidi.default)()
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Reorders Arabic and Hebrew words from right to left (Unicode Standard Annex 9), in a left-to-right line. PDF readers expect
 * visual order, and reverse it themselves.
 */
const asDrawn = ({ runs, width }: Line, face: Face): Line => {
  const read = runs.map(({ text }) => text).join('')
  if (!RIGHT_TO_LEFT.test(read)) return { runs: merged(runs), width }
  const embedding = bidi.getEmbeddingLevels(read, 'ltr')
  const places: number[] = []
  bidi.getReorderedIndices(read, embedding).forEach((index, place) => (places[index] = place))
  let at = 0
  const placed = piecesOfOneLevel(read, embedding.levels)
    .flatMap(({ text, level }) => runsOf(text, face).map((run) => turned(run, level % 2 === 1)))
    .map((run) => ({ run, place: Math.min(...places.slice(at, (at += run.text.length))) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ run }) => run)
  return { runs: placed, width: widthOf(placed) }
}

const piecesOfOneLevel = (text: string, levels: Uint8Array) => {
  const pieces: { text: string; level: number }[] = []
  for (let i = 0; i < text.length; i += 1) {
    const [level, last] = [levels[i] ?? 0, pieces.at(-1)]
    if (last?.level === level) last.text += text[i]
    else pieces.push({ text: text[i] ?? '', level })
  }
  return pieces
}

/**
 * When a run is set, the font reverses it if its script is right-to-left. Text between such words is not reversed, and numbers in
 * the digits of such a script must not be, because they read from left to right.
 */
const turned = (run: Run, toTheLeft: boolean): Run => {
  if (RIGHT_TO_LEFT.test(run.text) === toTheLeft) return run
  const characters = [...run.text].toReversed()
  // Brackets are mirrored.
  const text = characters.map((each) => bidi.getMirroredCharacter(each) ?? each).join('')
  return { ...run, text }
}

/** Merges neighboring runs of the same font. */
const merged = (runs: readonly Run[]): Run[] => {
  const out: Run[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (last?.kind === 'type' && run.kind === 'type' && last.id === run.id) {
      out[out.length - 1] = {
        ...last,
        text: last.text + run.text,
        width: last.width + run.width,
      }
    } else out.push(run)
  }
  return out
}

/** In points. */
export const heightOf = (lines: readonly Line[], { size, leading }: Required<Style>): number =>
  lines.length * size * leading
