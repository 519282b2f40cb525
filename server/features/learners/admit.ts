import { LRUCache } from 'lru-cache'

import { recordHourly } from '#platform/audit'
import type { Db } from '#platform/database'
import { forbidden, type LearnerAccess, type Learners, notFound, type Parts } from '#platform/http'
import {
  isConflictOfInterest,
  isOwnAction,
  isUnlicensed,
  type LearnerAction,
  may,
  relationOf,
} from '#rules/access'

import { notAllowedYet } from './not-allowed.ts'
import { findLearnerTies, type LearnerTies } from './ties.ts'
import { caseloadVersionOf, draftsVersionOf, versionOf } from './version.ts'

const MAX_RECORDED = 20_000

/** Decides access to learners, by the database's current state. */
export const createLearners = ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Learners => {
  /** Disclosures that this node has recorded within the hour, to skip the query. */
  const recorded = new LRUCache<string, true>({ max: MAX_RECORDED })
  return {
    versionOf,
    draftsVersionOf,
    caseloadVersionOf,

    accessOf: async (caller, learner) => {
      if (caller?.status !== 'active' || !caller.emailVerified || !learner) return NONE
      const { id, access } = typeof learner === 'string' ? { id: learner } : learner
      if (access) return access
      const found = await findLearnerTies(db, caller.userId, { id }, clock())
      return found ? accessBy(found) : NONE
    },

    authorize: async (caller, name, action) => {
      // Most calls are about the caller's own data and need no query.
      if (!('record' in name) && name.id === caller.userId && isOwnAction(action)) {
        return { id: caller.userId, relation: 'self', version: caller.version }
      }
      const found = await findLearnerTies(db, caller.userId, name, clock())
      if (!found) throw notFound()
      const { learnerId, version, ties, facts } = found
      const relation = relationOf(ties, action)
      if (relation !== null && may(action, relation, facts))
        return { id: learnerId, relation, version, access: accessBy(found) }
      if (relation === 'self') throw await refusalOfOwn(db, learnerId, action)
      if (isConflictOfInterest(action, ties, facts)) {
        throw forbidden(
          'You’re a guardian of this learner, so someone else has to do this.',
          'guardian',
        )
      }
      if (isUnlicensed(action, relation, facts)) {
        throw forbidden(
          'Your teaching licence has expired: an admin has to record the new one before you can do this.',
          'licence',
        )
      }
      await recordRefusal(db, caller.userId, { learnerId, action })
      throw notFound()
    },

    recordDisclosure: async ({ userId }, { id, relation }, { call, may, address }) => {
      const key = `${userId} ${id} ${call}`
      if (recorded.has(key)) return
      const line = { actorId: userId, subjectId: id, action: 'learner_read' as const, address }
      const ttl = await recordHourly(db, { ...line, detail: { call, may, relation } }, { call })
      recorded.set(key, true, { ttl })
    },
  }
}

const NONE: LearnerAccess = {
  relation: null,
  may: () => false,
  relationFor: () => null,
  scopes: new Set(),
}

const accessBy = ({ ties, facts }: LearnerTies): LearnerAccess => ({
  relation: relationOf(ties, 'readWork'),
  may: (action) => may(action, relationOf(ties, action), facts),
  relationFor: (action) => relationOf(ties, action),
  scopes: facts.scopes,
})

/** Logs a refused access to a learner; repeated attempts within the hour share one line. */
const recordRefusal = async (
  db: Db,
  actorId: string,
  { learnerId, action }: { learnerId: string; action: LearnerAction },
): Promise<void> => {
  const line = { actorId, subjectId: learnerId, action: 'learner_refused' as const, address: null }
  await recordHourly(db, { ...line, detail: { may: action } }, { may: action })
}

const refusalOfOwn = async (db: Db, learnerId: string, action: LearnerAction) => {
  if (action === 'editPlan') {
    return forbidden('You make your plan with your advisor: propose what you would like.')
  }
  if (action === 'eraseData') {
    return forbidden(
      'Until you are 13, your parent or guardian closes your account: they can do this from their family dashboard.',
      'guardian_closes',
    )
  }
  return (await notAllowedYet(db, learnerId, action)) ?? forbidden()
}
