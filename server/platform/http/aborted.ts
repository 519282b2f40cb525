import type { FastifyRequest } from 'fastify'

import { invalid } from './errors.ts'

export const incompleteUpload = () =>
  invalid('The file didn’t upload completely. Please try again.')

/**
 * Call before a multipart body is read. Throws if its sender has gone meanwhile, while the request waited for its turn or for the
 * database: the parser would wait for the end of the body forever, and with it whatever the request holds.
 */
export const rejectAborted = ({ raw }: FastifyRequest): void => {
  if (raw.destroyed) throw incompleteUpload()
}
