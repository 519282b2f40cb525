import type { WitnessQuestion } from '#contract/outside-work'
import type { Db } from '#platform/database'
import { conflict, invalid, notFound, type Parts } from '#platform/http'
import { isAnswerable, mayHaveOutsideWork, WITNESS_DAYS } from '#rules/outside-work'
import { publicName } from '#rules/text/display-name'

import { idOfToken, UNKNOWN } from './link.ts'
import { notifyAsker, notifyLearner } from './notify.ts'
import { findWork, lockWork, type OutsideWorkRow, updateWork } from './queries.ts'

const DAY_MS = 86_400_000

type Deps = Pick<Parts, 'secret' | 'clock'>

const asQuestion = (work: OutsideWorkRow, now: Date): WitnessQuestion => ({
  ...work,
  // The name that the witness was given, also after the learner's 18th birthday.
  learner: publicName(work, (work.asked_at ?? now.toISOString()).slice(0, 10)),
  asked_by: work.asked_by_name,
  answered_hours: work.answered_at === null ? null : (work.confirmed_hours ?? 0),
  open: isAnswerable(work.state) && isInTime(work, now),
})

const isInTime = ({ asked_at }: OutsideWorkRow, now: Date): boolean =>
  asked_at !== null && now.getTime() - Date.parse(asked_at) <= WITNESS_DAYS * DAY_MS

/** @throws notFound without a question that was ever asked, unless the learner's account is active, and for a younger learner */
const requireAsked = async (db: Db, id: string, now: Date): Promise<OutsideWorkRow> => {
  const work = await findWork(db, id)
  if (!work || work.asked_at === null || work.status !== 'active') throw notFound(UNKNOWN)
  if (!mayHaveOutsideWork(work.date_of_birth, now.toISOString().slice(0, 10))) {
    throw notFound(UNKNOWN)
  }
  return work
}

/** @throws notFound for a wrong link, as `requireAsked`, and once the work is deleted */
export const showQuestion = async (
  parts: Deps,
  db: Db,
  token: string,
): Promise<WitnessQuestion> => {
  const now = parts.clock()
  return asQuestion(await requireAsked(db, idOfToken(parts, token), now), now)
}

/**
 * Records the answer of a witness, who can correct it until the work is decided. `db` is a transaction.
 * @param hours 0 if nothing can be confirmed
 */
export const answerQuestion = async (
  parts: Deps,
  db: Db,
  token: string,
  hours: number,
): Promise<WitnessQuestion> => {
  const id = idOfToken(parts, token)
  await lockWork(db, id)
  const now = parts.clock()
  const work = await requireAsked(db, id, now)
  if (!isAnswerable(work.state) || !isInTime(work, now)) throw conflict(DECIDED)
  if (hours > work.hours) {
    const most = `Please enter ${work.hours} hours at most: more were not stated`
    throw invalid(most, { hours: most })
  }
  await updateWork(db, id, {
    state: hours > 0 ? 'confirmed' : 'denied',
    confirmed_hours: hours > 0 ? hours : null,
    answered_at: now.toISOString(),
    witness_email: null,
  })
  await notifyAsker(
    db,
    work,
    `${work.witness_name} has answered about ${work.first_name}’s work outside the site`,
    now,
  )
  await notifyLearner(db, work.learner_id, 'Your witness has answered', now)
  return asQuestion(await requireAsked(db, id, now), now)
}

const DECIDED = 'This has been decided meanwhile, so the answer can no longer change.'
