import type { FastifyRequest } from 'fastify'

import type { Access } from '#contract/endpoint'
import type { Db } from '#platform/database'

import type { Parts } from './parts.ts'

/**
 * Runs a read that may be a moment old for strangers. Whoever is signed in may have just changed what they ask for: what is open to all
 * they get from the primary, and tables for staff, which are large, from a replica that has all of it.
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
