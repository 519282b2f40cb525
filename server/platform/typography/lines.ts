import createBidi from 'bidi-js'

import { runsOf } from './fonts.ts'
import type { Face, Run } from './fonts.ts'

export type Style = {
  face?: Face
  /** In points. */
  size?: number
  colour?: string
  /** Height of a line, in sizes. */
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

/** A line of words as they are to be drawn, from left to right. */
export type Line = { runs: Run[]; width: number }

/** Breaks text into lines of at most `width` points. A word that is wider than a line is broken where it must be. */
export const linesOf = (text: string, width: number, { face, size }: Required<Style>): Line[] => {
  const space = runsOf(' ', face)
  const gap = widthOf(space)
  const most = width / size
  const lines: Line[] = []
  let line: Line = { runs: [], width: 0 }
  const breakLine = () => {
    lines.push(line)
    line = { runs: [], width: 0 }
  }
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    let runs = runsOf(word, face)
    let wide = widthOf(runs)
    if (line.runs.length > 0 && line.width + gap + wide > most) breakLine()
    while (wide > most && word.length > 1) {
      const characters = runs.flatMap(({ text }) => [...text])
      let fits = characters.length
      while (fits > 1 && widthOf(runsOf(characters.slice(0, fits).join(''), face)) > most) fits -= 1
      if (fits === characters.length) break
      const head = runsOf(characters.slice(0, fits).join(''), face)
      lines.push({ runs: head, width: widthOf(head) })
      runs = runsOf(characters.slice(fits).join(''), face)
      wide = widthOf(runs)
    }
    const joined = line.runs.length > 0
    line = {
      runs: joined ? [...line.runs, ...space, ...runs] : runs,
      width: line.width + wide + (joined ? gap : 0),
    }
  }
  lines.push(line)
  return lines.map((each) => asDrawn(each, face))
}

export const widthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { width }) => sum + width, 0)

// Its types describe an ECMAScript module, where Node.js finds CommonJS.
const bidi = (createBidi as unknown as typeof createBidi.default)()
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Arabic and Hebrew words stand from right to left (Unicode Standard Annex 9), in a line that begins at the left. Readers of
 * a PDF expect them as they stand, and turn them round themselves.
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
 * Where it is set, a run turns round by itself if its script does. What stands between such words does not, and numbers
 * in the digits of such a script must not, since they stand from left to right.
 */
const turned = (run: Run, toTheLeft: boolean): Run => {
  if (RIGHT_TO_LEFT.test(run.text) === toTheLeft) return run
  const characters = [...run.text].toReversed()
  // An opening bracket opens to the other side.
  const text = characters.map((each) => bidi.getMirroredCharacter(each) ?? each).join('')
  return { ...run, text }
}

/** Neighbours of one font become one piece of text. */
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
