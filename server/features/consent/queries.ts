import type { NotNull } from 'kysely'

import type { Consents } from '#contract/consent'
import { findConsentStates } from '#features/family'
import { nameOf } from '#features/people'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { CONSENT_SCOPES, type ConsentScope, POLICY_GRACE_DAYS } from '#rules/consent'

import { findNewestForm } from './form-queries.ts'

/** Scopes with consent in effect for a child. */
export const listCurrentConsents = async (db: Db, childId: string): Promise<Set<ConsentScope>> => {
  const rows = await db
    .selectFrom('standing_consents')
    .select('scope')
    .where('child_id', '=', childId)
    .$narrowType<{ scope: ConsentScope }>()
    .execute()
  return new Set(rows.map(({ scope }) => scope))
}

type ConsentSource = { guardian_email: string; at: string }

/** Latest answer of each guardian, newest first. */
const lastOfEach = <S extends ConsentSource>(answers: S[]): S[] =>
  [...new Map(answers.map((answer) => [answer.guardian_email, answer])).values()].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  )

/** A child's consents in a reader's view. @param decides true if the reader gives and withdraws consent */
export const findConsents = async (
  db: Db,
  childId: string,
  { readerId, decides }: { readerId: string; decides: boolean },
): Promise<Consents> => {
  const child = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'deletion_due_at'])
    .where('id', '=', childId)
    .executeTakeFirst()
  if (!child) throw notFound()
  const reader = await findPerson(db, readerId)
  const { answersAbout, stateOf } = await findConsentStates(db, childId)
  const change = await findNewestChange(db)
  const own = CONSENT_SCOPES.flatMap(answersAbout).filter(
    ({ guardian_email, kind }) => guardian_email === reader.email && kind === 'given',
  )
  const isBehind =
    change !== undefined &&
    own.length > 0 &&
    own.every(({ policy_version }) => policy_version < change.version)
  return {
    child_first_name: child.first_name,
    child_last_name: child.last_name,
    policy_version: LEGAL_VERSION,
    decides,
    deletion_due_at: child.deletion_due_at,
    asks_again_until: decides && isBehind ? daysAfter(change.since, POLICY_GRACE_DAYS) : null,
    scopes: CONSENT_SCOPES.map((scope) => ({
      scope,
      state: stateOf(scope),
      // Omits the address and the guardian's other answers: guardians may live apart.
      answers: lastOfEach(answersAbout(scope)).map(({ guardian_email, scopes: _, ...answer }) => ({
        ...answer,
        own: guardian_email === reader.email,
      })),
    })),
    form: decides ? await findNewestForm(db, childId, reader.email) : null,
  }
}

/** Name and email of a guardian with an account. */
export const findPerson = async (db: Db, id: string): Promise<{ email: string; name: string }> =>
  db
    .selectFrom('accounts')
    .select(['email', nameOf('accounts').as('name')])
    .where('id', '=', id)
    // Only learners may lack an address.
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirstOrThrow()

/** The newest policy version that requires renewed consent, and its date on this site. */
export const findNewestChange = (db: Db) =>
  db
    .selectFrom('policy_changes')
    .select(['version', 'since'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const daysAfter = (at: string, days: number) =>
  new Date(Date.parse(at) + days * 24 * 3_600_000).toISOString()
