import type { FastifyRequest } from 'fastify'

import type {
  Endpoint,
  GuardianScope,
  LearnerRecord,
  LearnerUse,
  Relation,
} from '#contract/endpoint'
import type { Db } from '#platform/database'

import type { Caller } from './access.ts'

/** The learner of a call, and the caller's relation to them. */
export type Learner = {
  id: string
  relation: Relation
  /** Version of all data on the learner's pages, if it was loaded with the relation; see Learners.versionOf. */
  version?: string
  /** The caller's other permissions, if they were loaded with the relation; see Learners.accessOf. */
  access?: LearnerAccess
}

export type LearnerAccess = {
  relation: Relation | null
  may: (action: LearnerUse['may']) => boolean
  /** The relation that permits an action; `relation` is the one for reading work. */
  relationFor: (action: LearnerUse['may']) => Relation | null
  /** Scopes of a guardian link; empty for everyone else. */
  scopes: ReadonlySet<GuardianScope>
}

/** A learner, by id or as the owner of a record. */
export type LearnerRef = { id: string } | { record: LearnerRecord; id: string }

/** Decides access to learners; implements `learner` of the endpoint table. */
export type Learners = {
  /**
   * A caller's permissions for a learner; strangers and anonymous callers have none. Does not query again for the learner to whom
   * the call was admitted.
   */
  accessOf: (
    caller: Pick<Caller, 'userId' | 'status' | 'emailVerified'> | null,
    learner: string | Learner | undefined,
  ) => Promise<LearnerAccess>
  /**
   * Determines the caller's relation and checks rules/access.
   * @throws notFound alike for strangers, unknown learners, and unknown records; forbidden with a sentence if the caller may know
   * why
   */
  authorize: (caller: Caller, name: LearnerRef, action: LearnerUse['may']) => Promise<Learner>
  /** Logs that another person has read a learner's data; repeated reads within the hour share one entry. */
  recordDisclosure: (
    caller: Pick<Caller, 'userId'>,
    learner: Learner,
    what: { call: string; may: LearnerUse['may']; address: string },
  ) => Promise<void>
  /**
   * Version of all data on a learner's pages, except the words of drafts: their rows and the catalog.
   * @throws notFound if the account is deleted
   */
  versionOf: (db: Db, learnerId: string) => Promise<string>
  /** The same, with the words of drafts. */
  draftsVersionOf: (db: Db, learnerId: string) => Promise<string>
  /** The same for all learners in an advisor's care. */
  caseloadVersionOf: (db: Db, advisorId: string) => Promise<string>
}

/** The learner named by a request, before validation; undefined for an invalid id. */
export const learnerRefOf = (
  { from }: LearnerUse,
  caller: Caller,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): LearnerRef | undefined => {
  if (from === 'caller') return { id: caller.userId }
  if (from === 'query.learner_id') {
    const { learner_id = caller.userId } = (request.query ?? {}) as Record<string, unknown>
    return asId(learner_id)
  }
  if (from === 'body.learner_id') {
    return asId(((request.body ?? {}) as Record<string, unknown>).learner_id)
  }
  const named = asId((request.params as Record<string, unknown>).id)
  if (from === 'params.id' || !named) return named
  return { ...named, record: from.slice('owner of '.length) as LearnerRecord }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const asId = (value: unknown): { id: string } | undefined =>
  typeof value === 'string' && UUID.test(value) ? { id: value.toLowerCase() } : undefined

/** Reads are disclosed to the learner's family; changes have their own log entries. */
export const isRead = ({ method }: Pick<Endpoint, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
