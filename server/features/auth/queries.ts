import { expressionBuilder, sql } from 'kysely'

import { type Factor, FACTORS, type User } from '#contract/auth'
import { versionOfUser } from '#features/learners'
import { avatarOf, loginOf, nameOf } from '#features/people'
import { preparedQuery, type DB, type Db, type Param } from '#platform/database'
import type { Caller } from '#platform/http'
import { isStaff, ROLES } from '#rules/membership'
import { IDLE_SIGN_IN_DAYS, SIGN_IN_DAYS } from '#rules/retention'

const USER_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'sign_in_name',
  'role',
  'subscription_tier',
  'status',
  'portfolio_slug',
  'date_of_birth',
  'young_screen',
  'created_at',
  'deletion_due_at',
] as const

const STAFF = ROLES.filter(isStaff)

/** True if this site requires a second factor that the person of the row `users` has not set up. */
const secondFactorDue = () => {
  const { and, eb, exists, not, selectFrom } = expressionBuilder<DB, 'users'>()
  return and([
    eb('users.role', 'in', STAFF),
    exists(
      selectFrom('settings')
        .select('settings.name')
        .where('settings.name', '=', 'staff_second_factor')
        .where('settings.value', '=', 'true'),
    ),
    not(hasFactor('totp_factors')),
    not(hasFactor('passkeys')),
  ]).$castTo<boolean>()
}

const hasFactor = (table: 'totp_factors' | 'passkeys') => {
  const { exists, selectFrom } = expressionBuilder<DB, 'users'>()
  return exists(
    selectFrom(table).select(`${table}.user_id`).whereRef(`${table}.user_id`, '=', 'users.id'),
  )
}

/** True if the policy changed materially after the person of the row `users` accepted it. */
const policyChanged = () => {
  const { exists, selectFrom } = expressionBuilder<DB, 'users'>()
  return exists(
    selectFrom('policy_changes')
      .select('version')
      .whereRef('policy_changes.since', '>', 'users.legal_accepted_at'),
  ).$castTo<boolean>()
}

const wireColumns = [
  // Without an address, there is nothing to confirm.
  sql<boolean>`email is null or email_verified_at is not null`.as('email_verified'),
  avatarOf('users'),
] as const

/** Query for the account in the owner's own view; the profile adds its columns. */
export const selectUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select([
      ...USER_COLUMNS,
      ...wireColumns,
      secondFactorDue().as('second_factor_due'),
      policyChanged().as('policy_changed'),
    ])
    .where('id', '=', id)
    .$narrowType<Pick<User, 'role' | 'status' | 'subscription_tier'>>()

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  selectUser(db, id).executeTakeFirst()

/** Account data for sign-in and emails, by lower-case address. */
export const findAccountByEmail = (db: Db, email: string) =>
  accountForSignIn(db).where('email', '=', email).executeTakeFirst()

const accountForSignIn = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'first_name',
      'status',
      'password_hash',
      'email_verified_at',
      'parent_email',
      'date_of_birth',
    ])

/** The same by sign-in name. */
export const findAccountByName = (db: Db, signInName: string) =>
  accountForSignIn(db).where('sign_in_name', '=', signInName).executeTakeFirst()

export const findCredentials = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', loginOf('users').as('login'), 'first_name', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()

/**
 * Locks an account while a session is opened: a new password or second factor waits for that session and ends it, or is seen here.
 * `db` is a transaction.
 */
export const lockAccount = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Second factors of an account; empty if the password alone signs in. */
export const listFactors = async (db: Db, userId: string): Promise<Factor[]> => {
  const has = await db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      hasFactor('totp_factors').as('totp'),
      hasFactor('passkeys').as('passkey'),
      exists(
        selectFrom('recovery_codes')
          .select('hash')
          .whereRef('recovery_codes.user_id', '=', 'users.id')
          .where('used_at', 'is', null),
      ).as('recovery_code'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!has?.totp && !has?.passkey) return []
  return FACTORS.filter((factor) => has[factor])
}

const liveCaller = preparedQuery((db: Db, param: Param<{ sessionId: string; now: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('sessions as own', 'own.id', 'sessions.acting_session_id')
    .leftJoin('users as actor', 'actor.id', 'own.user_id')
    .select([
      'users.id as userId',
      'sessions.id as sessionId',
      'users.role',
      'users.subscription_tier as tier',
      'users.status',
      'users.email',
      'users.email_verified_at',
      'sessions.by_card as byCard',
      versionOfUser().as('version'),
      'own.id as actorSessionId',
      'actor.id as actorId',
      'actor.subscription_tier as actorTier',
      secondFactorDue().as('secondFactorDue'),
    ])
    .where('sessions.id', '=', param('sessionId'))
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', param('now'))
    // A session as another person is valid only while its admin is still an admin and signed in, and never for another admin.
    .where(({ and, eb, or }) =>
      or([
        eb('sessions.acting_session_id', 'is', null),
        and([
          eb('own.ended_at', 'is', null),
          eb('own.expires_at', '>', param('now')),
          eb('actor.role', '=', 'admin'),
          eb('actor.status', '=', 'active'),
          eb('users.role', '<>', 'admin'),
        ]),
      ]),
    )
    .$narrowType<Pick<Caller, 'role' | 'status' | 'tier'> & { actorTier: Caller['tier'] | null }>(),
)

export const findLiveCaller = async (
  db: Db,
  sessionId: string,
  now: Date,
): Promise<Caller | undefined> => {
  const [row] = await liveCaller(db, { sessionId, now: now.toISOString() })
  if (!row) return undefined
  const { email, email_verified_at, actorId, actorSessionId, actorTier, ...own } = row
  // Without an address, there is nothing to confirm.
  const caller = { ...own, emailVerified: email === null || email_verified_at !== null }
  if (actorId === null || actorSessionId === null || actorTier === null) return caller
  const actor = {
    userId: actorId,
    sessionId: actorSessionId,
    role: 'admin',
    tier: actorTier,
    status: 'active',
    emailVerified: true,
    secondFactorDue: false,
    byCard: false,
  } as const
  return { ...caller, secondFactorDue: false, actor }
}

const daysAfter = (from: Date, days: number) =>
  new Date(from.getTime() + days * 24 * 3_600_000).toISOString()

export const insertSession = (
  db: Db,
  session: {
    userId: string
    seed: Buffer
    device: string
    /** Present for an admin's session as another person. */
    acting?: { sessionId: string; until: string }
    /** Present for a session opened by a sign-in card. */
    card?: { until: string }
  },
  now: Date,
) =>
  db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      seed: session.seed,
      device: session.device,
      acting_session_id: session.acting?.sessionId ?? null,
      by_card: session.card !== undefined,
      expires_at: session.acting?.until ?? session.card?.until ?? daysAfter(now, IDLE_SIGN_IN_DAYS),
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      rotated_at: now.toISOString(),
    })
    .returning(['id', 'seed', 'generation'])
    .executeTakeFirstOrThrow()

/** Locks the session, so that parallel refreshes run in turn. */
export const findSessionForRefresh = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'seed',
      'generation',
      'rotated_at',
      'created_at',
      'expires_at',
      'acting_session_id',
      'by_card',
    ])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .forUpdate()
    .executeTakeFirst()

type Rotated = {
  id: string
  generation: number
  created_at: string
  expires_at: string
  acting_session_id: string | null
  by_card: boolean
}

/** Use extends a session, up to its absolute end. Sessions as another person or by card are never extended. */
export const rotateSession = (db: Db, session: Rotated, now: Date) => {
  const prolonged = daysAfter(now, IDLE_SIGN_IN_DAYS)
  const end = daysAfter(new Date(session.created_at), SIGN_IN_DAYS)
  return db
    .updateTable('sessions')
    .set({
      generation: session.generation,
      rotated_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at:
        session.acting_session_id === null && !session.by_card
          ? earlier(prolonged, end)
          : session.expires_at,
    })
    .where('id', '=', session.id)
    .execute()
}

const earlier = (a: string, b: string) => (a < b ? a : b)

/** The person's own sessions only: admins who act as them appear in the log instead. */
export const listLiveSessions = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('acting_session_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .execute()

/** Ends sessions of one person: one, all, or all but one. Returns the number ended. */
export const endSessions = async (
  db: Db,
  userId: string,
  which: { only?: string; except?: string | undefined },
  now: Date,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only ?? ''))
    .$if(which.except !== undefined, (query) => query.where('id', '!=', which.except ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The admin behind a session as another person, and its end. */
export const findActing = (db: Db, { sessionId }: Pick<Caller, 'sessionId'>) =>
  db
    .selectFrom('sessions')
    .innerJoin('sessions as own', 'own.id', 'sessions.acting_session_id')
    .innerJoin('users as actor', 'actor.id', 'own.user_id')
    .select([nameOf('actor').as('admin'), 'sessions.expires_at as ends_at'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow()

/** Deletes sessions and sign-in steps that expired before one moment, and sessions that ended before another. */
export const deleteOldSessions = async (
  db: Db,
  before: { expired: string; ended: string },
): Promise<void> => {
  await db.deleteFrom('sign_in_steps').where('expires_at', '<', before.expired).execute()
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([eb('expires_at', '<', before.expired), eb('ended_at', '<', before.ended)]),
    )
    .execute()
}
