import fastJson, { type Schema as JsonSchema } from 'fast-json-stringify'
import * as z from 'zod/mini'

import type { Schema } from '#contract/endpoint'

/** The parts of JSON Schema used here. */
type Node = { [keyword: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same schema for the serializer. JSON Schema expresses nullable as an `anyOf`, for which the serializer would try each
 * alternative with a validator; as a property of the type it costs nothing.
 */
const withNullable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withNullable)
  if (!isNode(value)) return value
  const { anyOf, ...rest } = value
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const [first, second] = anyOf as Node[]
    const [some, none] = first?.type === 'null' ? [second, first] : [first, second]
    if (none?.type === 'null' && typeof some?.type === 'string') {
      return { ...(withNullable(some) as Node), ...rest, nullable: true }
    }
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNullable(part)]))
}

type Writer = (data: unknown) => string

// Each schema is compiled once, even if a process serves several apps.
const schemas = new WeakMap<Schema, object>()
const writers = new WeakMap<object, Writer>()

/** JSON Schema by which Fastify serializes a reply. */
export const replySchema = (schema: Schema): object => {
  const known = schemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  schemas.set(schema, made)
  return made
}

/** Serializes replies by their schema and omits undeclared fields. For Fastify's `serializerCompiler`. */
export const compileWriter = ({ schema }: { schema: unknown }): Writer => {
  const known = writers.get(schema as object)
  if (known) return known
  const made = fastJson(withNullable(schema) as JsonSchema)
  writers.set(schema as object, made)
  return made
}
