import { invalid } from './errors.ts'

/** The cursor of a list that is cut by position: opaque to those who get it. */
export const cursorOf = (offset: number): string => Buffer.from(`o${offset}`).toString('base64url')

/** @throws invalid for a cursor that was made up */
export const offsetOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  const [, digits] = /^o(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!digits) throw invalid('This cursor is not valid.', { cursor: 'This cursor is not valid.' })
  return Number(digits)
}
