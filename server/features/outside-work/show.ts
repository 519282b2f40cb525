import type { OutsideWork } from '#contract/outside-work'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import type { OutsideState } from '#rules/outside-work'

import { findWork, lockWork, type OutsideWorkRow } from './queries.ts'

/** @throws notFound if it is deleted */
export const requireWork = async (db: Db, id: string): Promise<OutsideWorkRow> => {
  const work = await findWork(db, id)
  if (!work) throw notFound()
  return work
}

export const showWork = (db: Db, id: string): Promise<OutsideWork> => requireWork(db, id)

/**
 * Locks a piece of work until the transaction ends.
 * @throws conflict if its state has changed meanwhile
 */
export const requireState = async (
  db: Db,
  id: string,
  isExpected: (state: OutsideState) => boolean,
): Promise<void> => {
  const state = await lockWork(db, id)
  if (state === undefined) throw notFound()
  if (!isExpected(state)) throw conflict(CHANGED)
}

const CHANGED = 'This has changed meanwhile. Please look at it again.'
