// A reader of CSV (RFC 4180) that survives misplaced quotes: each is a fault of the line in which its row begins, and the next line
// is read as a row of its own. csv-parse stops at the first one, or takes the rest of the file for one cell.

export type CsvRow = {
  /** First line of the row, counted from 1. */
  line: number
  cells: string[]
  /** Characters read so far. */
  read: number
  /** Sentence about a misplaced quote; the cells are then a guess. */
  fault?: string
}

/** In characters; a longer row has an unclosed quote. */
const LONGEST_ROW = 50_000

const UNCLOSED = 'A quote is opened and never closed'
const AFTER_QUOTE = 'Text follows a closing quote: a quote within a cell is written twice'
const IN_CELL = 'A quote inside a cell: put the cell in quotes and write the quote twice'

/** Start of the next row, and lines up to there. */
type Row = { cells: string[]; next: number; lines: number; fault?: string }

const endOfLine = (text: string, from: number) => {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}

/** Closing quote of the cell that opens at `open`, or -1. */
const closingQuote = (text: string, open: number) => {
  let close = text.indexOf('"', open + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close
}

const faultyRow = (text: string, start: number, delimiter: string, fault: string): Row => {
  const end = endOfLine(text, start)
  const cells = text.slice(start, end).replaceAll(/["\r]/g, '').split(delimiter)
  return { cells, next: end + 1, lines: 1, fault }
}

/** Reads a row with quotes. @param isAll no text follows. Returns undefined if the row is not complete */
const readQuoted = (
  text: string,
  start: number,
  delimiter: string,
  isAll: boolean,
): Row | undefined => {
  const faulty = (fault: string) => faultyRow(text, start, delimiter, fault)
  const cells: string[] = []
  for (let at = start; ;) {
    if (text[at] === '"') {
      const close = closingQuote(text, at)
      if ((close < 0 ? text.length : close) - start > LONGEST_ROW) return faulty(UNCLOSED)
      if (close < 0) return isAll ? faulty(UNCLOSED) : undefined
      // A second quote, or the second half of a line break, may follow in the next part.
      if (close + 2 >= text.length && !isAll) return undefined
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'))
      at = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1
    } else {
      const end = endOfLine(text, at)
      if (end === text.length && !isAll) return undefined
      const found = text.indexOf(delimiter, at)
      const stop = found < 0 || found > end ? end : found
      const cell = text.slice(at, stop)
      if (cell.includes('"')) return faulty(IN_CELL)
      cells.push(stop === end ? cell.replace(/\r$/, '') : cell)
      at = stop
    }
    if (at >= text.length || text[at] === '\n') {
      return { cells, next: at + 1, lines: countLines(text, start, at) + 1 }
    }
    if (text[at] !== delimiter) return faulty(AFTER_QUOTE)
    at += 1
  }
}

const readRow = (text: string, start: number, delimiter: string, isAll: boolean) => {
  const end = endOfLine(text, start)
  const line = text.slice(start, end)
  if (line.includes('"')) return readQuoted(text, start, delimiter, isAll)
  const isIncomplete = end === text.length && !isAll && end - start <= LONGEST_ROW
  return isIncomplete
    ? undefined
    : { cells: line.replace(/\r$/, '').split(delimiter), next: end + 1, lines: 1 }
}

const countLines = (text: string, from: number, to: number) => {
  let lines = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    lines += 1
  return lines
}

/** Reads the rows of a text that comes in parts. Rows without any content are skipped. */
export const readCsv = async function* (
  parts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  let text = ''
  let line = 1
  let read = 0
  const rows = function* (isAll: boolean) {
    let start = 0
    while (start < text.length) {
      const row: Row | undefined = readRow(text, start, delimiter, isAll)
      if (!row) break
      read += row.next - start
      const { cells, fault } = row
      if (fault !== undefined || cells.some((cell) => cell.trim() !== '')) {
        yield { line, cells, read, ...(fault === undefined ? {} : { fault }) }
      }
      line += row.lines
      start = row.next
    }
    text = text.slice(start)
  }
  for await (const part of parts) {
    text += part
    yield* rows(false)
  }
  yield* rows(true)
}
