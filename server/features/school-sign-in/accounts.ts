import { type RawBuilder, sql } from 'kysely'

import { confirmAddress } from '#features/people'
import { recordAudit } from '#platform/audit'
import type { Db } from '#platform/database'
import { conflict, forbidden } from '#platform/http'

import { type Restriction, rosterAddress, type SchoolClaims } from './tenant.ts'

type Identity = Pick<SchoolClaims, 'iss' | 'sub'>

/** Finds the account of an identity, by issuer and subject, which are never reassigned. */
export const findLinked = (db: Db, { iss, sub }: Identity) =>
  db
    .selectFrom('school_accounts')
    .select('user_id')
    .where('issuer', '=', iss)
    .where('subject', '=', sub)
    .executeTakeFirst()

/** SQL condition: a person signs in with the school's account. */
export const isLinkedToSchool = (userId: RawBuilder<unknown>) =>
  sql`exists (select from school_accounts where school_accounts.user_id = ${userId})`

export const markUsed = (db: Db, { iss, sub }: Identity, now: Date) =>
  db
    .updateTable('school_accounts')
    .set({ last_used_at: now.toISOString() })
    .where('issuer', '=', iss)
    .where('subject', '=', sub)
    .execute()

/**
 * Matches a person by the address that the token proves and the roster contains (`users.school_email`, written by imports only).
 * People already linked to another subject are excluded: schools reassign addresses. So are suspended people.
 */
const matchRoster = async (
  db: Db,
  claims: SchoolClaims,
  only: Restriction,
): Promise<string | undefined> => {
  const address = rosterAddress(claims, only)
  if (address === undefined) return undefined
  const person = await db
    .selectFrom('accounts')
    .select('id')
    .where('school_email', '=', address)
    .where('status', '<>', 'suspended')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('school_accounts')
            .select('subject')
            .whereRef('school_accounts.user_id', '=', 'accounts.id')
            .where('school_accounts.issuer', '=', claims.iss),
        ),
      ),
    )
    .executeTakeFirst()
  return person?.id
}

/** Links an identity with an account. `db` is a transaction. @throws 409 if either already has another link */
export const link = async (
  db: Db,
  { iss, sub }: Identity,
  { userId, by, address }: { userId: string; by: 'person' | 'roster'; address: string },
): Promise<void> => {
  const stored = await db
    .insertInto('school_accounts')
    .values({ issuer: iss, subject: sub, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!stored) {
    throw conflict(
      'This school account or your account here is already linked to another one. Remove that link first.',
    )
  }
  await recordAudit(db, {
    actorId: userId,
    subjectId: userId,
    action: 'school_account_linked',
    address,
    detail: { by },
  })
}

/** Links an identity by the roster, for the first sign-in; later sign-ins use the identity only. Undefined for strangers. */
export const linkByRoster = async (
  db: Db,
  claims: SchoolClaims,
  only: Restriction,
  { address, now }: { address: string; now: Date },
): Promise<string | undefined> => {
  const userId = await matchRoster(db, claims, only)
  if (!userId) return undefined
  await link(db, claims, { userId, by: 'roster', address })
  // If this is also the account's own address, the school's provider has confirmed it.
  await confirmAddress(db, userId, now, { isSchools: true })
  return userId
}

export const findLink = (db: Db, userId: string) =>
  db
    .selectFrom('school_accounts')
    .select('linked_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const unlink = async (db: Db, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('school_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const unknownAccount = (name: string) =>
  forbidden(
    `There is no account on this site for this ${name} account. If you have one, sign in with your password and link the two in your profile; otherwise ask your school.`,
    'no_account',
  )
