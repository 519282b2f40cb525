import * as z from 'zod/mini'

import type { Endpoint, Schema } from '#contract/endpoint'
import { Id } from '#contract/fields'

import { invalid } from './errors.ts'

/** What a schema does not say in words of its own. It is read by people: no names of types, and nothing about programs. */
const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is missing'
  if (issue.code === 'invalid_value') return `Please choose one of: ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `At least ${issue.minimum}${unitOf(issue.origin)}`
  if (issue.code === 'too_big') return `At most ${issue.maximum}${unitOf(issue.origin)}`
  return 'This is not valid'
}
const unitOf = (origin: string) =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : ''

z.config({ localeError: inPlainWords })

/** Parses one part of a request, if there is to be one. */
export const validate = (schema: Schema | undefined, value: unknown): unknown =>
  schema && parseInput(schema, value)

/** Schema of the parameters in an endpoint's path: ids, unless it says otherwise. */
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
    // The library runs out of stack where a hundred thousand things are wrong at once.
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
