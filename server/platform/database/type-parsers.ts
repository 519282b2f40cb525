import { type CustomTypesConfig, types } from 'pg'

const { builtins } = types

/** `2026-11-20 22:30:22.123456+00` → `2026-11-20T22:30:22.123Z`. */
const toIsoInstant = (text: string): string => {
  const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/.exec(text)
  if (utc) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
  // For another session time zone, years beyond 9999 or BC, and infinity.
  const date: unknown = types.getTypeParser(builtins.TIMESTAMPTZ)(text)
  return date instanceof Date ? date.toISOString() : text
}

const asText = (text: string): string => text

const PARSERS: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: toIsoInstant,
  [builtins.TIMESTAMP]: toIsoInstant,
  [builtins.DATE]: asText,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
}

/**
 * Types of rows: instants as ISO 8601 in UTC with milliseconds, days as YYYY-MM-DD, all numbers as number (sums and counts stay
 * far below 2^53). Set per pool; pg's global parsers are unchanged.
 */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || types.getTypeParser(oid, format),
}
