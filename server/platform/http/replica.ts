import type { FastifyRequest } from 'fastify'

import type { Access } from '#contract/endpoint'
import type { Db } from '#platform/database'

import type { Parts } from './parts.ts'

/**
 * Runs a read on the replica. Public reads may be slightly stale for anonymous callers. Signed-in callers may have just changed
 * the data, so public reads go to the primary, and staff tables, which are large, to a replica that is up to date.
 */
export const onReplica = <T>(
  { db, replica }: Pick<Parts, 'db' | 'replica'>,
  access: Access,
  { headers }: Pick<FastifyRequest, 'headers'>,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  if (access !== 'public') return replica.read('now', work)
  const isStranger = headers.authorization === undefined && headers.cookie === undefined
  return isStranger ? replica.read('recently', work) : work(db)
}
