import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely'

import { type DB, type Db, violatedConstraint } from '#platform/database'
import { isStaff } from '#rules/membership'
import type { Tier } from '#rules/tiers'

// All writes to the table `users` (decisions/0076).

type Columns = Insertable<DB['users']>

/** Creates an account. Returns undefined if the address already has one. */
export const createAccount = (db: Db, account: Columns): Promise<{ id: string } | undefined> =>
  db
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

/**
 * Creates a school's accounts at once, except for addresses that have one. They accept the terms when they choose a password.
 * Children wait for consent as long as the roster lists them.
 * @param people a query with id, name, email (null for learners without one), role, date_of_birth, is_child and the parent_email of children
 */
export const createAccounts = async (
  db: Db,
  people: RawBuilder<unknown>,
  { passwordHash, at }: { passwordHash: string; at: string },
): Promise<void> => {
  await sql`
    insert into users (id, first_name, last_name, email, role, date_of_birth, declared_adult, password_hash, legal_version, created_at, status, parent_email)
    select id, first_name, last_name, email, role, date_of_birth, role <> 'student' and date_of_birth is null, ${passwordHash}, '', ${at}::timestamptz,
           case when is_child then 'pending_consent' else 'active' end,
           case when is_child then parent_email end
    from (${people}) as person
    on conflict (email) do nothing
  `.execute(db)
  // The planner would take the new rows for a handful: the statements that follow took eight minutes for 46,200 people.
  await sql`analyze users`.execute(db)
}

/** Locks accounts until the transaction ends, in a fixed order. Nothing that names one of them is stored meanwhile. */
export const lockAccounts = (db: Db, ids: readonly string[]) =>
  db.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** @param changes a query with user_id, first_name and last_name; null leaves a name unchanged */
export const renamePeople = (db: Db, changes: RawBuilder<unknown>) =>
  sql`
    update users set
      first_name = coalesce(change.first_name, users.first_name),
      last_name = coalesce(change.last_name, users.last_name)
    from (${changes}) as change
    where users.id = change.user_id
  `.execute(db)

/**
 * Changes the addresses of many accounts. Guardian links, consents and invitations that name an address follow it (trigger
 * `follow_address`).
 * @param changes a query with user_id, email and email_verified_at; no other account has the email, unless it is among them
 */
export const changeAddresses = async (db: Db, changes: RawBuilder<unknown>): Promise<void> => {
  // An address can pass from one person to the next.
  await sql`
    update users set email = users.id || '@moving.invalid'
    from (${changes}) as change
    where users.id = change.user_id
      and exists (select from (${changes}) as other where other.email = users.email and other.user_id <> users.id)
  `.execute(db)
  await sql`
    update users set
      email = change.email,
      email_verified_at = change.email_verified_at
    from (${changes}) as change
    where users.id = change.user_id
  `.execute(db)
}

/**
 * Names other guardians of children who wait for consent.
 * @param changes a query with user_id and parent_email
 */
export const nameGuardians = (db: Db, changes: RawBuilder<unknown>) =>
  sql`
    update users set parent_email = change.parent_email
    from (${changes}) as change
    where users.id = change.user_id and users.status = 'pending_consent'
  `.execute(db)

/**
 * Stores the addresses that identify people in the school's single sign-on. An address that another person still has stays with
 * that person.
 * @param addresses a query with user_id and email, each address once
 * @param former a query with the user_id of people who no longer belong to the school: their address may be another's by now
 */
export const storeSchoolAddresses = async (
  db: Db,
  addresses: RawBuilder<unknown>,
  former: RawBuilder<unknown>,
): Promise<void> => {
  // Before any is stored, so that an address can pass from one person to the next in one import.
  await sql`
    update users set school_email = null
    from (select user_id, null as email from (${former}) as gone union all select user_id, email from (${addresses}) as given) as now
    where users.id = now.user_id and users.school_email <> coalesce(now.email, '')
  `.execute(db)
  await sql`
    update users set school_email = given.email
    from (${addresses}) as given
    where users.id = given.user_id and users.school_email is distinct from given.email
      and not exists (select from users as other where other.school_email = given.email and other.id <> users.id)
  `.execute(db)
}

/** A condition on an account, checked by the statement that changes or deletes it. */
export type AccountCondition = (users: ExpressionBuilder<DB, 'users'>) => Expression<SqlBool>

export const listAccounts = (db: Db, condition: AccountCondition) =>
  db.selectFrom('users').select('id').where(condition).execute()

/**
 * Deletes an account and everything that cascades. Returns undefined if it does not exist or the condition is false.
 * @param how.isLapsed nobody consented: a roster may create the account again
 */
export const deleteAccount = async (
  db: Db,
  id: string,
  condition?: AccountCondition,
  { isLapsed = false } = {},
) => {
  if (isLapsed) {
    await change(db, id, { consent_lapsed: true })
      .$if(condition !== undefined, (query) => query.where(condition!))
      .execute()
  }
  return db
    .deleteFrom('users')
    .where('id', '=', id)
    .$if(condition !== undefined, (query) => query.where(condition!))
    .returning(['email', 'email_verified_at'])
    .executeTakeFirst()
}

const change = (db: Db, id: string, columns: Updateable<DB['users']>) =>
  db.updateTable('users').set(columns).where('id', '=', id)

export const suspendAccount = (db: Db, id: string) =>
  change(db, id, { status: 'suspended' }).execute()

/** Activates an account and cancels its deletion. */
export const activateAccount = (db: Db, id: string) =>
  change(db, id, { status: 'active', deletion_due_at: null }).execute()

/** Closes a child's account until a guardian consents; it is erased at `deletionDue` otherwise. */
export const awaitConsent = (db: Db, id: string, deletionDue: string) =>
  change(db, id, { status: 'pending_consent', deletion_due_at: deletionDue }).execute()

/** Lets a child wait for consent without a date, as long as a roster lists them. */
export const awaitConsentOnRoster = (db: Db, id: string) =>
  change(db, id, {
    status: 'pending_consent',
    deletion_due_at: null,
    consent_wait_from: null,
  }).execute()

/**
 * Starts or stops the days after which children without consent are erased.
 * @param people a query with user_id
 * @param from null stops them
 */
export const countConsentDays = (db: Db, people: RawBuilder<unknown>, from: string | null) =>
  sql`
    update users set consent_wait_from = ${from}::timestamptz
    from (${people}) as person
    where users.id = person.user_id and users.status = 'pending_consent'
      and (users.consent_wait_from is null) <> (${from}::timestamptz is null)
  `.execute(db)

/** Closes an active account at its owner's request. Returns false if it was not active. */
export const startClosing = async (db: Db, id: string, deletionDue: string): Promise<boolean> => {
  const closed = await change(db, id, { status: 'closing', deletion_due_at: deletionDue })
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Restores the closing status of an account that was suspended meanwhile, with a full period before deletion. */
export const closeAgain = (db: Db, id: string, deletionDue: string) =>
  change(db, id, { status: 'closing', deletion_due_at: deletionDue }).execute()

/** Reopens an account that its owner has closed. Returns false if it was not closing. */
export const cancelClosing = async (db: Db, id: string): Promise<boolean> => {
  const restored = await change(db, id, { status: 'active', deletion_due_at: null })
    .where('status', '=', 'closing')
    .returning('id')
    .executeTakeFirst()
  return restored !== undefined
}

/** @param change.declared_adult true makes the person count as an adult without a date of birth; undefined changes nothing */
export const changeRole = (
  db: Db,
  id: string,
  { role, declared_adult }: { role: string; declared_adult?: boolean },
) =>
  change(db, id, {
    role,
    ...(declared_adult === undefined ? {} : { declared_adult }),
    // Coming back as staff does not open safety reports again: an admin decides anew.
    ...(isStaff(role) ? {} : { safeguarding: false }),
  }).execute()

export const recordBirthday = (db: Db, id: string, date_of_birth: string) =>
  change(db, id, { date_of_birth }).execute()

/** Deletes data that a child under 13 may not store here: contact data, and a photograph. */
export const deleteContactData = (db: Db, id: string) =>
  change(db, id, {
    phone_number: null,
    address_line1: null,
    address_line2: null,
    city: null,
    state: null,
    postal_code: null,
    country: null,
    avatar_file_id: null,
  }).execute()

export const recordLicence = (db: Db, id: string, licence_expires_on: string | null) =>
  change(db, id, { licence_expires_on }).execute()

/** Designates or removes a reader of safety reports. */
export const storeSafeguarding = (db: Db, id: string, safeguarding: boolean) =>
  change(db, id, { safeguarding }).execute()

/** Called only by setTier, which records the change. */
export const storeTier = (db: Db, id: string, subscription_tier: Tier) =>
  change(db, id, { subscription_tier }).execute()

/** Preserves an earlier confirmation. @param of the address that the account must still have, its own or the school's */
export const confirmAddress = (
  db: Db,
  id: string,
  now: Date,
  of: { email?: string; isSchools?: boolean } = {},
) =>
  db
    .updateTable('users')
    .set(({ fn, val }) => ({
      email_verified_at: fn.coalesce('email_verified_at', val(now.toISOString())),
    }))
    .where('id', '=', id)
    .where('email', 'is not', null)
    .$if(of.email !== undefined, (query) => query.where('email', '=', of.email!))
    .$if(of.isSchools === true, (query) => query.whereRef('email', '=', 'school_email'))
    .execute()

/** Adds the first address of an account. Returns false if it has one, or another account has this one. */
export const storeAddress = async (db: Db, id: string, email: string): Promise<boolean> => {
  const stored = await change(db, id, { email })
    .where('email', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('users as other').select('other.id').where('other.email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      // Another account got it at the same moment.
      if (violatedConstraint(error) !== 'users_email_key') throw error
      return undefined
    })
  return stored !== undefined
}

/** @param terms.isFirst leaves an earlier acceptance unchanged */
export const acceptTerms = (
  db: Db,
  id: string,
  { version, now, isFirst }: { version: string; now: Date; isFirst: boolean },
) =>
  change(db, id, { legal_version: version, legal_accepted_at: now.toISOString() })
    .$if(isFirst, (query) => query.where('legal_version', '=', ''))
    .execute()

/** Called only by auth's storePassword, which revokes the sessions of the old password. */
export const storePasswordHash = (db: Db, id: string, password_hash: string) =>
  change(db, id, { password_hash }).execute()

/** Sets the guardian's address that a waiting child names. */
export const nameGuardian = (db: Db, childId: string, parent_email: string) =>
  change(db, childId, { parent_email }).execute()

export const storeDetails = (
  db: Db,
  id: string,
  details: Partial<
    Pick<
      Columns,
      | 'first_name'
      | 'last_name'
      | 'phone_number'
      | 'address_line1'
      | 'address_line2'
      | 'city'
      | 'state'
      | 'postal_code'
      | 'country'
      | 'interests'
      | 'weekly_letter'
    >
  >,
) => change(db, id, details).execute()

export const listFormerNames = (db: Db, id: string) =>
  db
    .selectFrom('former_names')
    .select(['first_name', 'last_name'])
    .where('user_id', '=', id)
    .execute()

/** Returns the file id of the previous avatar. `db` is a transaction. */
export const storeAvatar = async (
  db: Db,
  id: string,
  avatar_file_id: string | null,
): Promise<string | null> => {
  const before = await db
    .selectFrom('users')
    .select('avatar_file_id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await change(db, id, { avatar_file_id }).execute()
  return before?.avatar_file_id ?? null
}

export const chooseEmails = (
  db: Db,
  id: string,
  wanted: Partial<Pick<Columns, 'weekly_letter' | 'notification_letters'>>,
) => change(db, id, wanted).execute()

export const storeSharing = (db: Db, id: string, shown_to_friends: string[]) =>
  change(db, id, { shown_to_friends }).execute()

export const storeTimeZone = (db: Db, id: string, time_zone: string) =>
  change(db, id, { time_zone })
    .where(sql<boolean>`time_zone is distinct from ${time_zone}`)
    .execute()

/** A learner's choice of screen, with the name of the guardian who made it. */
export const findYoungScreen = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('users as guardian', 'guardian.id', 'users.young_screen_set_by')
    .select(({ fn }) => [
      'users.first_name',
      'users.date_of_birth',
      'users.young_screen as enabled',
      'guardian.first_name as set_by',
      fn<string | null>('iso', ['users.young_screen_set_at']).as('set_at'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()

export const storeYoungScreen = (
  db: Db,
  id: string,
  { enabled, by, now }: { enabled: boolean; by: string; now: Date },
) =>
  change(db, id, {
    young_screen: enabled,
    young_screen_set_by: by,
    young_screen_set_at: now.toISOString(),
  }).execute()

/** @throws the database's violation of users_portfolio_slug_key if the slug is taken */
export const storePortfolioPage = (
  db: Db,
  id: string,
  page: { slug: string; listed: boolean; published: boolean; now: Date },
) =>
  db
    .updateTable('users')
    .set(({ fn, val }) => ({
      portfolio_slug: page.slug,
      portfolio_listed: page.listed,
      portfolio_published_at: page.published
        ? fn.coalesce('portfolio_published_at', val(page.now.toISOString()))
        : null,
    }))
    .where('id', '=', id)
    .execute()

export const unpublishPortfolio = (db: Db, id: string) =>
  change(db, id, { portfolio_published_at: null }).execute()
