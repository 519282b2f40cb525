import type { OutsideWork } from '#contract/outside-work'
import type { Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { mayHaveOutsideWork, OUTSIDE_WORK_AGE, type OutsideState } from '#rules/outside-work'

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

/** @throws conflict for a younger learner, also one whose birthday has been corrected since the work was added */
export const requireOldEnough = (
  { date_of_birth }: { date_of_birth: string | null },
  now: Date,
): void => {
  if (!mayHaveOutsideWork(date_of_birth, now.toISOString().slice(0, 10))) throw conflict(TOO_YOUNG)
}

const TOO_YOUNG = `Work outside counts towards credits from age ${OUTSIDE_WORK_AGE}.`
const CHANGED = 'This has changed meanwhile. Please look at it again.'
