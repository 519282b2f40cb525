import type { FastifyRequest } from 'fastify'

import { isStorableText } from '#rules/text/storable'

import { invalid } from './errors.ts'

const MAX_DEPTH = 32

/** Refuses text that cannot be stored, and excessive nesting, anywhere in a request. Refused, never silently changed. */
export const rejectUnstorableText = ({ params, query, body }: FastifyRequest): void => {
  for (const part of [params, query, body]) {
    if (!isStorable(part)) throw invalid('The request contains characters that cannot be stored.')
  }
}

/**
 * Whether all text in a value can be stored.
 * @throws invalid if it is nested too deeply
 */
export const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return true
  if (depth > MAX_DEPTH) throw invalid('The request is nested too deeply.')
  return Object.entries(value).every(
    ([key, inner]) => isStorable(key) && isStorable(inner, depth + 1),
  )
}
