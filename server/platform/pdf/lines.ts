import { runsOf } from '#platform/lettering'
import type { Face, Run } from '#platform/lettering'

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

/** A line of words as they are to be drawn. */
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
  return lines.map((each) => ({ runs: merged(each.runs), width: each.width }))
}

export const widthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { width }) => sum + width, 0)

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
