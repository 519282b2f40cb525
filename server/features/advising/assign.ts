import type * as z from 'zod/mini'

import type { NewHandover } from '#contract/caseload'
import { paths } from '#contract/paths'
import { startFirstPlan } from '#features/consultations'
import { isGuardianOf, lockLearner } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { lockAccounts } from '#features/people'
import { type Db, transaction } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/http'

import {
  deleteHandover,
  endAssignment,
  findActiveAdvisor,
  findAssignment,
  findHandoverTo,
  insertAssignment,
  insertHandover,
} from './assignments.ts'
import { notifyOfCards } from './card-notice.ts'
import { copyGroups } from './groups.ts'

type Assignment = {
  advisorId: string
  learnerId: string
  since: Date
  /** Undefined for automatic changes. */
  by?: string
  because?: 'reassigned' | 'handed_over'
}

/**
 * Assigns a learner to an advisor. The previous advisor stays in the history and loses access to the learner. The new one learns of
 * a card that has ended.
 */
export const assignLearner = (db: Db, assignment: Assignment): Promise<void> =>
  transaction(db, async (db) => {
    const { advisorId, learnerId, since } = assignment
    if (await changeAdvisor(db, assignment)) await notifyOfCards(db, advisorId, [learnerId], since)
  })

/** Returns false if the learner has this advisor already. `db` is a transaction. */
const changeAdvisor = async (db: Db, assignment: Assignment): Promise<boolean> => {
  const { advisorId, learnerId, since, by, because = 'reassigned' } = assignment
  await lockLearner(db, learnerId)
  const before = await findAssignment(db, learnerId)
  if (before?.advisor_id === advisorId) return false
  if (before) {
    const ended = { ended_at: since.toISOString(), ended_because: because, ended_by: by ?? null }
    await endAssignment(db, { ...before, ...ended })
  }
  await deleteHandover(db, learnerId)
  await insertAssignment(db, {
    advisor_id: advisorId,
    learner_id: learnerId,
    since: since.toISOString(),
  })
  await startFirstPlan(db, { learnerId, advisorId, now: since })
  return true
}

type By = { userId: string; now: Date }

/**
 * Requires an active advisor who is not the learner's guardian. Locks the advisor, who may be leaving the staff, and the learner, so no
 * guardian link is added meanwhile.
 */
const requireAdvisor = async (db: Db, advisorId: string, learnerId: string, now: Date) => {
  await lockAccounts(db, [advisorId])
  await lockLearner(db, learnerId)
  const advisor = await findActiveAdvisor(db, advisorId)
  if (!advisor) {
    const message = 'Please choose an active advisor.'
    throw invalid(message, { advisor_id: message })
  }
  if (await isGuardianOf(db, advisorId, learnerId, now)) {
    throw conflict(`${advisor.name} is a guardian of this learner, so please choose someone else.`)
  }
}

/** Assignment by an admin. `db` is a transaction. */
export const assignAdvisor = async (
  db: Db,
  { advisorId, learnerId }: { advisorId: string; learnerId: string },
  { userId, now }: By,
): Promise<void> => {
  await requireAdvisor(db, advisorId, learnerId, now)
  await assignLearner(db, { advisorId, learnerId, since: now, by: userId })
}

/**
 * Hands several learners of one advisor to another, by an admin, who gets a copy of their groups. Both are notified once. `db` is a
 * transaction.
 * @throws conflict if one of them has another advisor by now, or is a ward of the new advisor or of the admin
 */
export const moveToAdvisor = async (
  db: Db,
  { fromId, advisorId, learnerIds }: { fromId: string; advisorId: string; learnerIds: string[] },
  { userId, now }: By,
): Promise<void> => {
  if (fromId === advisorId) throw conflict('These learners are already in that advisor’s care.')
  // In one order, so that two admins who move the same learners do not block each other.
  for (const learnerId of learnerIds.toSorted()) {
    await requireAdvisor(db, advisorId, learnerId, now)
    const current = await findAssignment(db, learnerId)
    if (current?.advisor_id !== fromId) {
      throw conflict('One of these learners has another advisor by now. Please choose again.')
    }
    if (await isGuardianOf(db, userId, learnerId, now)) {
      throw conflict('You are a guardian of one of these learners, so somebody else must do this.')
    }
    await changeAdvisor(db, { advisorId, learnerId, since: now, by: userId })
  }
  await copyGroups(db, { fromId, toId: advisorId, learnerIds }, now)
  const learners = learnerIds.length === 1 ? '1 learner is' : `${learnerIds.length} learners are`
  for (const [personId, title] of [
    [fromId, `${learners} now in another advisor’s care`],
    [advisorId, `${learners} newly in your care`],
  ] as const) {
    await notifyPerson(db, { personId, category: 'plan', title, path: paths.caseload }, now)
  }
  await notifyOfCards(db, advisorId, learnerIds, now)
}

/** `db` is a transaction. */
export const offerHandover = async (
  db: Db,
  learnerId: string,
  { advisor_id, words }: z.output<typeof NewHandover>,
  { userId, now }: By,
): Promise<{ id: string }> => {
  await requireAdvisor(db, advisor_id, learnerId, now)
  const current = await findAssignment(db, learnerId)
  if (current?.advisor_id === advisor_id) {
    throw conflict('This learner is already in that advisor’s care.')
  }
  const id = await insertHandover(db, {
    learner_id: learnerId,
    offered_by: userId,
    offered_to: advisor_id,
    words,
    offered_at: now.toISOString(),
  })
  if (!id)
    throw conflict('This learner has already been offered to someone. Withdraw that offer first.')
  return { id }
}

/**
 * Accepts or declines a handover, as the colleague to whom it was offered. `db` is a transaction.
 * @returns the learner's id
 * @throws notFound for anyone else, and for an offer that no longer exists
 */
export const decideHandover = async (
  db: Db,
  id: string,
  decision: 'accepted' | 'declined',
  { userId, now }: By,
): Promise<string> => {
  const offer = await findHandoverTo(db, { id, advisorId: userId })
  if (!offer) throw notFound()
  const { learner_id: learnerId } = offer
  if (decision === 'declined') {
    await deleteHandover(db, learnerId)
    return learnerId
  }
  await requireAdvisor(db, userId, learnerId, now)
  await assignLearner(db, {
    advisorId: userId,
    learnerId,
    since: now,
    by: offer.offered_by,
    because: 'handed_over',
  })
  return learnerId
}
