import * as z from 'zod/mini'

import type { Endpoint, Schema } from '#contract/endpoint'
import { Id } from '#contract/fields'

import { invalid } from './errors.ts'

/** Default messages of schemas. Users read them, so they contain no type names or technical terms. */
const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is missing'
  if (issue.code === 'invalid_value') return `Please choose one of: ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `At least ${issue.minimum}${unitOf(issue.origin)}`
  if (issue.code === 'too_big') return `At most ${issue.maximum}${unitOf(issue.origin)}`
  return 'This is not valid'
}
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' }
const unitOf = (origin: string) => UNITS[origin] ?? ''

z.config({ localeError: inPlainWords })

/** Parses one part of a request, if there is to be one. */
export const validate = (schema: Schema | undefined, value: unknown): unknown =>
  schema && parseInput(schema, value)

/** Schema of an endpoint's path parameters: ids, unless it declares others. */
export const paramsOf = ({
  path,
  params,
}: Pick<Endpoint, 'path' | 'params'>): Schema | undefined => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  if (params || names.length === 0) return params
  return z.object(Object.fromEntries(names.map((name) => [name, Id])))
}

const attempt = (schema: Schema, value: unknown) => {
  try {
    return schema.safeParse(value)
  } catch (error) {
    // The library exceeds the stack with a hundred thousand errors.
    if (error instanceof RangeError) throw invalid('Invalid request.')
    throw error
  }
}

/** What the schema makes of a value, or throws a 400 with a message per field (the first problem of each). */
export const parseInput = <S extends Schema>(schema: S, value: unknown): z.output<S> => {
  const parsed = attempt(schema, value)
  if (parsed.success) return parsed.data as z.output<S>
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [first = 'Invalid request.'] = Object.values(fields)
  throw invalid(first, fields)
}
