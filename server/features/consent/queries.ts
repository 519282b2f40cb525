import { sql } from 'kysely'

import type { Consents } from '#contract/consent'
import { listLinkedAddresses } from '#features/family'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { CONSENT_SCOPES, consentState, POLICY_GRACE_DAYS } from '#rules/consent'
import type { ConsentMethod, ConsentScope } from '#rules/consent'

import { findNewestForm } from './form-queries.ts'

/** What stands of all that guardians have allowed a child. */
export const listStanding = async (db: Db, childId: string): Promise<Set<ConsentScope>> => {
  const rows = await db
    .selectFrom('standing_consents')
    .select('scope')
    .where('child_id', '=', childId)
    .$narrowType<{ scope: ConsentScope }>()
    .execute()
  return new Set(rows.map(({ scope }) => scope))
}

/** Everything that guardians have said for a child, oldest first. */
const listAnswers = (db: Db, childId: string) =>
  db
    .selectFrom('consents')
    .leftJoin('users as witness', 'witness.id', 'consents.witness_id')
    .select([
      'consents.guardian_name',
      'consents.guardian_email',
      'consents.kind',
      'consents.method',
      'consents.scopes',
      'consents.policy_version',
      'consents.confirmed_at as at',
      sql<string | null>`witness.first_name || ' ' || witness.last_name`.as('witness'),
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
type Answer = Awaited<ReturnType<typeof listAnswers>>[number]

const lastOfEach = (answers: Answer[]): Answer[] =>
  [...Map.groupBy(answers, ({ guardian_email }) => guardian_email).values()]
    .map((own) => own.at(-1)!)
    .toSorted((a, b) => b.at.localeCompare(a.at))

/** What guardians have agreed to for a child, as a reader sees it. @param decides whether the reader gives and withdraws */
export const findConsents = async (
  db: Db,
  childId: string,
  { readerId, decides }: { readerId: string; decides: boolean },
): Promise<Consents> => {
  const child = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'deletion_due_at'])
    .where('id', '=', childId)
    .executeTakeFirst()
  if (!child) throw notFound()
  const reader = await findPerson(db, readerId)
  const answers = await listAnswers(db, childId)
  const deciding = new Set(
    (await listLinkedAddresses(db, childId))
      .filter(({ scopes }) => scopes.includes('consent'))
      .map(({ email }) => email),
  )
  const oldest = await findOldestPolicy(db)
  const change = await findNewestChange(db)
  const own = answers.filter(({ guardian_email }) => guardian_email === reader.email)
  const isBehind = own.some(
    ({ kind, policy_version }, _, all) =>
      kind === 'given' &&
      change !== undefined &&
      policy_version < change.version &&
      all.at(-1)!.policy_version < change.version,
  )
  return {
    child_first_name: child.first_name,
    child_last_name: child.last_name,
    policy_version: LEGAL_VERSION,
    decides,
    deletion_due_at: child.deletion_due_at,
    asks_again_until: decides && isBehind && change ? daysAfter(change.since, POLICY_GRACE_DAYS) : null,
    scopes: CONSENT_SCOPES.map((scope) => {
      const about = answers.filter(({ scopes }) => scopes.includes(scope))
      const said = about.map(({ guardian_email, kind, method, policy_version }) => ({
        guardian: guardian_email,
        kind,
        method,
        policyVersion: policy_version,
      }))
      return {
        scope,
        state: consentState(scope, said, deciding, oldest),
        answers: lastOfEach(about).map((answer) => ({
          ...answer,
          own: answer.guardian_email === reader.email,
        })),
      }
    }),
    form: decides ? await findNewestForm(db, childId, reader.email) : null,
  }
}

/** An adult who signs in, as a guardian. */
export const findPerson = async (db: Db, id: string): Promise<{ email: string; name: string }> =>
  db
    .selectFrom('users')
    .select(['email', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The oldest version of the policy for which a consent to disclose still counts. */
const findOldestPolicy = async (db: Db): Promise<string> => {
  const { version } = await db
    .selectNoFrom(({ fn }) => fn<string>('oldest_policy').as('version'))
    .executeTakeFirstOrThrow()
  return version
}

/** The newest version of the policy that asks guardians again, and since when this site has had it. */
export const findNewestChange = (db: Db) =>
  db
    .selectFrom('policy_changes')
    .select(['version', 'since'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const daysAfter = (at: string, days: number) =>
  new Date(Date.parse(at) + days * 24 * 3_600_000).toISOString()
