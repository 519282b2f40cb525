import * as z from 'zod/mini'

import type { Schema } from '#contract/endpoint'

// Largest inputs that a schema accepts, made of characters that are slow to process.

/** As many marks as a letter may have, in the order that takes longest to sort. */
const MARKED = `x${'\u0345'.repeat(15)}${'\u0334'.repeat(15)}`

/** Each was slow in some code: ligatures, decomposing syllables, trailing dots and spaces, brackets, markup, marks. */
export const ALPHABETS = ['ﷺ', '힣', '.', 'a ', '<[(', MARKED] as const

/** Bytes; below the server's body limit. */
const MAX_BODY = 900_000
/** Length of texts without a limit of their own. */
const LONG = 20_000
const MAX_ITEMS = 500

type JsonSchema = {
  type?: string
  format?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  maxLength?: number
  maximum?: number
}

const shapeOf = (schema: Schema): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const textOf = (alphabet: string, length: number): string =>
  alphabet
    .repeat(Math.ceil(length / alphabet.length))
    .slice(0, length)
    .toWellFormed()

type Filling = { alphabet: string; ids: readonly string[] }

const FORMATS: Record<string, string> = {
  email: `${'a'.repeat(60)}@${'b.'.repeat(80)}example.org`,
  date: '2030-01-07',
  'date-time': '2030-01-07T15:00:00.000Z',
  uri: `https://example.org/${'a'.repeat(1000)}`,
}

const fill = (schema: JsonSchema, filling: Filling): unknown => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const values = choices.map((choice) => fill(choice, filling))
    return values.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, fill(field, filling)]),
    )
  }
  if (schema.type === 'array') {
    return [fill(schema.items ?? {}, filling)]
  }
  if (schema.type === 'number' || schema.type === 'integer') return schema.maximum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (schema.format === 'uuid') return filling.ids[0]
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format]
  return textOf(filling.alphabet, schema.maxLength ?? LONG)
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** Values for fields that do not accept arbitrary text. */
const plausible = (ids: readonly string[]): unknown[] => [
  'a'.repeat(100),
  'Ada',
  'ada@example.org',
  'Str0ng-enough!',
  '2030-01-07T15:00:00.000Z',
  '2030-01-07T16:00:00.000Z',
  '2030-01-07',
  '2030-01-08',
  'Europe/Berlin',
  'https://example.org/',
  ...ids,
  '10:00',
  '11:00',
  'en',
  '1',
  'true',
  1,
  60,
  true,
  false,
  null,
  [],
  {},
  undefined,
]

type Tree = Record<string, unknown>

const withValue = (
  value: unknown,
  [key, ...rest]: readonly PropertyKey[],
  given: unknown,
): unknown => {
  if (key === undefined) return given
  const inner = withValue((value as Tree | undefined)?.[key as string], rest, given)
  if (Array.isArray(value)) return value.map((each, i) => (i === Number(key) ? inner : each))
  return { ...(value as Tree), [key]: inner }
}

const problemsOf = (schema: Schema, value: unknown) => schema.safeParse(value).error?.issues ?? []

/** Replaces values that violate custom rules with plausible ones, until the schema accepts the input. */
const repaired = (schema: Schema, value: unknown, ids: readonly string[]): unknown => {
  let current = value
  let problems = problemsOf(schema, current)
  for (let tries = 0; tries < 30 && problems.length > 0; tries += 1) {
    const path = problems[0]?.path ?? []
    const better = plausible(ids)
      .values()
      .map((given) => withValue(current, path, given))
      .map((candidate) => ({ candidate, problems: problemsOf(schema, candidate) }))
      .find((each) => each.problems.length < problems.length)
    if (!better) return current
    current = better.candidate
    problems = better.problems
  }
  return current
}

/** Extends single-item lists to many items. */
const stretched = (value: unknown, items: number): unknown => {
  if (Array.isArray(value)) {
    return value.length === 1 ? Array.from({ length: items }, () => value[0]) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, stretched(inner, items)]),
  )
}

/**
 * Worst input of an alphabet that a schema accepts. `isAccepted` is false if its rules could not be met: the input then only
 * measures the cost of refusal.
 * @param ids existing ids
 * @param known fields with rules that generated values do not meet
 */
export const worstInput = (
  schema: Schema,
  alphabet: string,
  ids: readonly string[],
  known: object = {},
): { value: unknown; isAccepted: boolean } => {
  const filled = { ...(fill(shapeOf(schema), { alphabet, ids }) as object), ...known }
  const value = repaired(schema, filled, ids)
  const isAccepted = problemsOf(schema, value).length === 0
  if (!isAccepted) return { value, isAccepted }
  for (let items = MAX_ITEMS; items > 1; items = Math.floor(items / 4)) {
    const longer = stretched(value, items)
    if (sizeOf(longer) <= MAX_BODY && problemsOf(schema, longer).length === 0) {
      return { value: longer, isAccepted }
    }
  }
  return { value, isAccepted }
}
