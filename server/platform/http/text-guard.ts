import type { FastifyRequest } from 'fastify'

import { invalid } from './errors.ts'

const MAX_DEPTH = 32

/**
 * Refuses text that PostgreSQL or UTF-8 cannot store (NUL, lone surrogates) anywhere in a request, and excessive nesting.
 * Refused, never silently changed.
 */
export const rejectUnstorableText = (request: FastifyRequest): void => {
  guard(request.params, 0)
  guard(request.query, 0)
  guard(request.body, 0)
}

const guard = (value: unknown, depth: number): void => {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw invalid('The request contains characters that cannot be stored.')
    }
    return
  }
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return
  if (depth > MAX_DEPTH) throw invalid('The request is nested too deeply.')
  for (const key of Object.keys(value)) {
    guard(key, depth)
    guard((value as Record<string, unknown>)[key], depth + 1)
  }
}
