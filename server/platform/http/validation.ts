import * as z from 'zod/mini'

import type { Endpoint, Schema } from '#contract/endpoint'

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

/** Parses one part of a request, or throws a 400 with a message per field (the first problem of each). */
export const validated = (schema: Schema | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [first = 'Invalid request.'] = Object.values(fields)
  throw invalid(first, fields)
}

const ERROR_REPLY = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
}

/** Of which type, and with which status, is the handler's to say. */
const BYTES_REPLY = {
  '2xx': {
    description: 'What was asked for',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  },
}

const jsonSchema = (schema: Schema, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      maxLength: 200,
      description: 'One effect per caller and key, however often the request arrives',
    },
  },
}

const UPLOAD = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
}

const bodySchema = ({ kind, body }: Endpoint) => {
  const json = body && jsonSchema(body, 'input')
  if (kind !== 'upload') return json ? { body: json } : {}
  if (!json) return { consumes: ['multipart/form-data'], body: UPLOAD }
  return {
    body: {
      content: { 'application/json': { schema: json }, 'multipart/form-data': { schema: UPLOAD } },
    },
  }
}

/** Fastify's schema of an endpoint: the OpenAPI document is made from it, and replies are written with it. */
export const schemaOf = (endpoint: Endpoint, status: number): Record<string, unknown> => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[2] ?? 'api'],
  ...(endpoint.access === 'public' ? { security: [] } : {}),
  ...(endpoint.idempotent ? { headers: IDEMPOTENCY_KEY } : {}),
  ...(endpoint.params ? { params: jsonSchema(endpoint.params, 'input') } : {}),
  ...(endpoint.query ? { querystring: jsonSchema(endpoint.query, 'input') } : {}),
  ...bodySchema(endpoint),
  response: {
    ...(endpoint.reply
      ? { [status]: jsonSchema(endpoint.reply, 'output') }
      : endpoint.kind === 'download' || endpoint.kind === 'events'
        ? BYTES_REPLY
        : { 204: { type: 'null', description: 'Done' } }),
    '4xx': ERROR_REPLY,
    '5xx': ERROR_REPLY,
  },
})
