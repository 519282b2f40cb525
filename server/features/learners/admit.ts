import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { recordAudit } from '#platform/audit'
import type { Db } from '#platform/database'
import { forbidden, type LearnerAccess, type Learners, notFound, type Parts } from '#platform/http'
import {
  isConflictOfInterest,
  isOnesOwn,
  isUnlicensed,
  type LearnerAction,
  may,
  relationOf,
} from '#rules/access'

import { notAllowedYet } from './not-allowed.ts'
import { findLearnerTies, type LearnerTies } from './ties.ts'
import { caseloadVersionOf, versionOf } from './version.ts'

const HOUR_MS = 3_600_000
const MOST_TOLD = 20_000

/** Who may do what with a learner, as the database knows it at this moment. */
export const createLearners = ({ db, clock }: Pick<Parts, 'db' | 'clock'>): Learners => {
  /** What this node has put on record within the hour, and need not look for. */
  const told = new LRUCache<string, true>({ max: MOST_TOLD })
  return {
    versionOf,
    caseloadVersionOf,

    accessOf: async (caller, learner) => {
      if (caller?.status !== 'active' || !caller.emailVerified || !learner) return NONE
      const { id, access } = typeof learner === 'string' ? { id: learner } : learner
      if (access) return access
      const standing = await findLearnerTies(db, caller.userId, { id }, clock())
      return standing ? accessBy(standing) : NONE
    },

    admit: async (caller, name, action) => {
      // Most calls are about one's own, and need no look at the database.
      if (!('record' in name) && name.id === caller.userId && isOnesOwn(action)) {
        return { id: caller.userId, relation: 'self' }
      }
      const standing = await findLearnerTies(db, caller.userId, name, clock())
      if (!standing) throw notFound()
      const { learnerId, version, ties, facts } = standing
      const relation = relationOf(ties, action)
      if (relation !== null && may(action, relation, facts))
        return { id: learnerId, relation, version, access: accessBy(standing) }
      if (relation === 'self') throw await refusalOfOwn(db, learnerId, action)
      if (isConflictOfInterest(action, ties, facts)) {
        throw forbidden(
          'You are a guardian of this learner: somebody else has to do this.',
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

    disclose: async ({ userId }, { id, relation }, { call, may, address }) => {
      const key = `${userId} ${id} ${call}`
      if (told.has(key)) return
      const line = await db
        .selectFrom('audit_log')
        .select(
          sql<number>`extract(epoch from created_at + interval '1 hour' - now()) * 1000`.as('left'),
        )
        .where('actor_id', '=', userId)
        .where('subject_id', '=', id)
        .where('action', '=', 'learner_read')
        .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
        .where((where) => where('detail', '@>', JSON.stringify({ call })))
        .executeTakeFirst()
      if (!line) {
        await recordAudit(db, {
          actorId: userId,
          subjectId: id,
          action: 'learner_read',
          address,
          detail: { call, may, relation },
        })
      }
      told.set(key, true, { ttl: Math.max(1, Math.floor(Number(line?.left ?? HOUR_MS))) })
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

/** A line in the log for a stranger who names a learner; what is tried again within the hour is one line. */
const recordRefusal = async (
  db: Db,
  actorId: string,
  { learnerId, action }: { learnerId: string; action: LearnerAction },
): Promise<void> => {
  const known = await db
    .selectFrom('audit_log')
    .select('id')
    .where('actor_id', '=', actorId)
    .where('subject_id', '=', learnerId)
    .where('action', '=', 'learner_refused')
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .where((where) => where('detail', '@>', JSON.stringify({ may: action })))
    .executeTakeFirst()
  if (known) return
  const detail = { may: action }
  const line = { actorId, subjectId: learnerId, action: 'learner_refused' as const }
  await recordAudit(db, { ...line, address: null, detail })
}

const refusalOfOwn = async (db: Db, learnerId: string, action: LearnerAction) => {
  if (action === 'editPlan') {
    return forbidden('You make your plan with your advisor: propose what you would like.')
  }
  if (action === 'eraseData') {
    return forbidden(
      'Until you are 13, your parent or guardian closes your account: they find it in their family dashboard.',
      'guardian_closes',
    )
  }
  return (await notAllowedYet(db, learnerId, action)) ?? forbidden()
}
