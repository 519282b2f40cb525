import type * as z from 'zod/mini'

import type { NewOutsideWork, OutsideWork } from '#contract/outside-work'
import { lockPerson } from '#features/family'
import type { Db } from '#platform/database'
import { conflict, invalid } from '#platform/http'
import { MAX_OPEN_OUTSIDE } from '#rules/outside-work'

import { notifyAdvisor } from './notify.ts'
import { countOpen, insertWork } from './queries.ts'
import { requireOldEnough, showWork } from './show.ts'

/**
 * Adds a piece of work for the advisor to read. `db` is a transaction.
 * @throws conflict for a younger learner
 */
export const propose = async (
  db: Db,
  learnerId: string,
  work: z.output<typeof NewOutsideWork>,
  now: Date,
): Promise<OutsideWork> => {
  await lockPerson(db, learnerId)
  const { date_of_birth, first_name } = await db
    .selectFrom('accounts')
    .select(['date_of_birth', 'first_name'])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  requireOldEnough({ date_of_birth }, now)
  // A day of tolerance: it may be tomorrow already where the learner is.
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  if (work.until_day > tomorrow) throw invalid(NOT_YET, { until_day: NOT_YET })
  if ((await countOpen(db, learnerId)) >= MAX_OPEN_OUTSIDE) throw conflict(TOO_MANY)
  const id = await insertWork(db, {
    ...work,
    learner_id: learnerId,
    created_at: now.toISOString(),
  })
  await notifyAdvisor(db, learnerId, `${first_name} has added work outside the site`, now)
  return showWork(db, id)
}

const NOT_YET = 'Please add the work once it is done'
const TOO_MANY = `Up to ${MAX_OPEN_OUTSIDE} pieces can wait for your advisor. Please ask them to look at these first.`
