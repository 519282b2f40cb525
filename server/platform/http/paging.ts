import { invalid } from './errors.ts'

const invalidCursor = () =>
  invalid('This cursor is not valid.', { cursor: 'This cursor is not valid.' })

/** Opaque cursor of a list that is paged by offset. */
const cursorOf = (offset: number): string => Buffer.from(`o${offset}`).toString('base64url')

/** @throws invalid for a forged cursor */
export const decodeOffset = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  const [, digits] = /^o(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!digits) throw invalidCursor()
  return Number(digits)
}

/** Builds a page from `items` that the database selected at `offset`. */
export const pageAtOffset = <T>(
  offset: number,
  { items, total }: { items: T[]; total: number },
) => {
  const end = offset + items.length
  return { items, next_cursor: end < total ? cursorOf(end) : null }
}

/** Builds a page of an in-memory list. */
export const pageInMemory = <T>(
  all: readonly T[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) => {
  const offset = decodeOffset(cursor)
  return pageAtOffset(offset, { items: all.slice(offset, offset + limit), total: all.length })
}

/**
 * Decodes the cursor of a list that is paged by its last row's key, as encoded by `pageAfter`.
 * @throws invalid for a forged cursor
 */
export const decodeCursor = (cursor: string | undefined, form: RegExp): string | undefined => {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (!form.test(key)) throw invalidCursor()
  return key
}

/** Builds a page from rows that were read with one extra row. */
export const pageAfter = <T>(rows: readonly T[], limit: number, key: (row: T) => string) => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next_cursor =
    rows.length > limit && last !== undefined ? Buffer.from(key(last)).toString('base64url') : null
  return { items, next_cursor }
}

/** Position of a row in a list by time: its time, to the microsecond, and its id as a tie-breaker. */
export type RowCursor = { at: string; id: string }

const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z [0-9a-f-]{36}$/

/**
 * Decodes a cursor that `pageAfter` encoded with `encodeRowCursor`.
 * @throws invalid for a forged cursor
 */
export const decodeRowCursor = (cursor: string | undefined): RowCursor | undefined => {
  const [at, id] = decodeCursor(cursor, PLACE)?.split(' ') ?? []
  if (at === undefined || id === undefined) return undefined
  const time = new Date(at)
  // 31 February is a valid date in JavaScript, but not in PostgreSQL.
  if (Number.isNaN(time.getTime()) || !at.startsWith(time.toISOString().slice(0, 10)))
    throw invalidCursor()
  return { at, id }
}

export const encodeRowCursor = ({ at, id }: RowCursor): string => `${at} ${id}`
