import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import {
  type ConsentMethod,
  type ConsentScope,
  consentState,
  type ConsentState,
} from '#rules/consent'

import { listLinkedAddresses } from './guardians.ts'

/** All guardians' answers for a child, oldest first. */
const listAnswers = (db: Db, childId: string) =>
  db
    .selectFrom('consents')
    .leftJoin('accounts as witness', 'witness.id', 'consents.witness_id')
    .select([
      'consents.guardian_name',
      'consents.guardian_email',
      'consents.kind',
      'consents.method',
      'consents.scopes',
      'consents.policy_version',
      'consents.confirmed_at as at',
      nameOf<string | null>('witness').as('witness'),
    ])
    .where('consents.child_id', '=', childId)
    .where('consents.confirmed_at', 'is not', null)
    .orderBy('consents.number')
    .$narrowType<{
      kind: 'given' | 'withdrawn'
      method: ConsentMethod
      scopes: ConsentScope[]
      at: string
    }>()
    .execute()
type GuardianAnswer = Awaited<ReturnType<typeof listAnswers>>[number]

type ConsentStates = {
  /** Answers about a scope, oldest first. */
  answersAbout: (scope: ConsentScope) => GuardianAnswer[]
  stateOf: (scope: ConsentScope) => ConsentState
  /** A guardian has stopped the account, who may have left since: only a guardian opens it again, whatever the child's age. */
  isStopped: boolean
}

/** Guardians' answers for a child, and the resulting state of each scope. */
export const findConsentStates = async (db: Db, childId: string): Promise<ConsentStates> => {
  const answers = await listAnswers(db, childId)
  const linked = await listLinkedAddresses(db, childId)
  const { oldest } = await db
    .selectNoFrom(({ fn }) => fn<string>('oldest_policy').as('oldest'))
    .executeTakeFirstOrThrow()
  const deciding = new Set(
    linked.filter(({ scopes }) => scopes.includes('consent')).map(({ email }) => email),
  )
  const answersAbout = (scope: ConsentScope) =>
    answers.filter(({ scopes }) => scopes.includes(scope))
  const stateOf = (scope: ConsentScope) => {
    const said = answersAbout(scope).map(({ guardian_email, policy_version, kind, method }) => ({
      guardian: guardian_email,
      policyVersion: policy_version,
      kind,
      method,
    }))
    return consentState(scope, said, deciding, oldest)
  }
  const use = stateOf('use')
  const isLastWord = answersAbout('use').at(-1)?.kind === 'withdrawn'
  return {
    answersAbout,
    stateOf,
    isStopped: use === 'withdrawn' || (use !== 'given' && isLastWord),
  }
}
