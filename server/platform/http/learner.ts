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

/** The learner whom a call is about, and what the caller is to them. */
export type Learner = {
  id: string
  relation: Relation
  /** Of everything that the learner's pages are made of, where it was read along with the relation; see Learners.versionOf. */
  version?: string
  /** What the caller may do besides, where that was read along with the relation; see Learners.accessOf. */
  access?: LearnerAccess
}

export type LearnerAccess = {
  relation: Relation | null
  may: (action: LearnerUse['may']) => boolean
  /** Relation in which the caller does something; `relation` is that for reading work. */
  relationFor: (action: LearnerUse['may']) => Relation | null
  /** Scopes of a guardian's link; empty for everybody else. */
  scopes: ReadonlySet<GuardianScope>
}

/** Names a learner: by id, or as the owner of something with an id of its own. */
export type LearnerRef = { id: string } | { record: LearnerRecord; id: string }

/** Knows who may do what with a learner; the part behind `learner` in the endpoint table. */
export type Learners = {
  /** What somebody may do with a learner, for what stands open to others besides: strangers, and no caller, nothing. Of a
   * learner to whom the call was admitted, nothing is read again. */
  accessOf: (
    caller: Pick<Caller, 'userId' | 'status' | 'emailVerified'> | null,
    learner: string | Learner | undefined,
  ) => Promise<LearnerAccess>
  /**
   * Finds the caller's relation and asks rules/access.
   * @throws notFound alike for strangers, for learners who are not there, and for records that do not exist; forbidden with
   * a sentence where the caller may know why
   */
  authorize: (caller: Caller, name: LearnerRef, action: LearnerUse['may']) => Promise<Learner>
  /** Puts on record that somebody else read what is a learner's; what is read again within the hour is one line. */
  recordDisclosure: (
    caller: Pick<Caller, 'userId'>,
    learner: Learner,
    what: { call: string; may: LearnerUse['may']; address: string },
  ) => Promise<void>
  /**
   * Names the version of everything that a learner's pages are made of: their rows, and the catalogue.
   * @throws notFound when the account is gone
   */
  versionOf: (db: Db, learnerId: string) => Promise<string>
  /** The same for all learners in an advisor's care. */
  caseloadVersionOf: (db: Db, advisorId: string) => Promise<string>
}

/** Which learner a request names, read before anything of it is validated; undefined for what cannot be an id. */
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

/** Reading is disclosed to the learner's family; what changes something has a line of its own in the log. */
export const isRead = ({ method }: Pick<Endpoint, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
