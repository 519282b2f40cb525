import { type RawBuilder, sql } from 'kysely'

import type { Guardian } from '#contract/guardians'
import { deleteNoticesOfMany } from '#features/notifications'
import { nameOf } from '#features/people'
import type { Db } from '#platform/database'
import { conflict, forbidden } from '#platform/http'
import { discardEmailsAbout, discardJobsAbout } from '#platform/jobs'
import { GUARDIAN_SCOPES, type GuardianScope } from '#rules/access'
import { isChild } from '#rules/age'

import { findLimit } from './grants.ts'
import { listLinkedAddresses } from './guardians.ts'
import { lockPerson } from './lock-person.ts'

type NewLink = {
  learnerId: string
  email: string
  name: string
  relation?: string
  scopes?: readonly GuardianScope[]
  origin: Guardian['origin']
  now: Date
}

/**
 * Links an adult's address to a learner. An existing link stays unchanged; scopes that an admin's override removed need an admin
 * to restore them.
 * @returns false if the link exists
 * @throws forbidden if an override leaves none of the scopes
 */
export const linkGuardian = async (
  db: Db,
  { learnerId, email, name, relation = '', scopes = GUARDIAN_SCOPES, origin, now }: NewLink,
): Promise<boolean> => {
  const limit = await findLimit(db, learnerId, email)
  const isAdmins = origin === 'admin'
  const given = isAdmins ? scopes : scopes.filter((scope) => limit.scopes.includes(scope))
  if (given.length === 0) {
    throw forbidden('Our staff have ended this link: please write to us.', 'overridden')
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('guardian_links')
    .values({
      learner_id: learnerId,
      guardian_email: email.toLowerCase(),
      guardian_name: name,
      relation,
      scopes: [...given],
      origin,
      since: now.toISOString(),
      // An admin who gives a part back has still removed the rest.
      overridden_at:
        isAdmins && given.length === GUARDIAN_SCOPES.length ? null : limit.overridden_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Links that no person has ended, oldest first. */
export const links = (db: Db, readerId: string | null) =>
  db
    .selectFrom('guardian_links as link')
    .innerJoin('accounts as learner', 'learner.id', 'link.learner_id')
    .leftJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
    .leftJoin('standing_links as standing', 'standing.id', 'link.id')
    .select(({ eb, fn, lit, ref }) => [
      'link.id',
      fn.coalesce(nameOf<string | null>('guardian'), ref('link.guardian_name')).as('name'),
      'link.guardian_email as email',
      'link.relation',
      'link.scopes',
      'link.origin',
      'link.since',
      eb('guardian.id', 'is not', null).as('active'),
      fn.coalesce(eb('guardian.id', 'is not distinct from', readerId), lit(false)).as('own'),
      eb('standing.id', 'is', null).as('lapsed'),
    ])
    .where('link.ended_at', 'is', null)
    .orderBy('link.since')
    .orderBy('link.id')

/** Links of a learner. @param readerId the reader, whose own link is marked */
export const listLinks = (db: Db, learnerId: string, readerId: string): Promise<Guardian[]> =>
  links(db, readerId).where('link.learner_id', '=', learnerId).$castTo<Guardian>().execute()

export const findLink = (
  db: Db,
  learnerId: string,
  linkId: string,
  readerId: string,
): Promise<Guardian | undefined> =>
  links(db, readerId)
    .where('link.learner_id', '=', learnerId)
    .where('link.id', '=', linkId)
    .$castTo<Guardian>()
    .executeTakeFirst()

/**
 * @throws conflict for the link of the only guardian who decides for a child with an open account: nobody could withdraw consent any
 * more, or would be told of anything
 */
export const rejectLastToDecide = async (
  db: Db,
  child: { id: string; first_name: string; date_of_birth: string | null; status: string },
  linkId: string,
  now: Date,
): Promise<void> => {
  const today = now.toISOString().slice(0, 10)
  if (!isChild(child.date_of_birth, today) || child.status !== 'active') return
  const linked = await listLinkedAddresses(db, child.id)
  const deciding = linked.filter(({ isOpen, scopes }) => isOpen && scopes.includes('consent'))
  if (deciding.length !== 1 || deciding[0]!.link_id !== linkId) return
  throw conflict(
    `Nobody else decides for ${child.first_name}. Please invite another guardian first, or withdraw your consent.`,
  )
}

/** Throws as above for a person who leaves the site. */
export const rejectLastToDecideOf = async (db: Db, personId: string, now: Date): Promise<void> => {
  const own = await db
    .selectFrom('guardianships')
    .select(['id', 'learner_id'])
    .where('guardian_id', '=', personId)
    .orderBy('learner_id')
    .execute()
  for (const { id, learner_id } of own) {
    await rejectLastToDecide(db, await lockPerson(db, learner_id), id, now)
  }
}

/** Ends the links of an address whose account is erased: somebody else may have it one day. */
export const endLinksOfErased = async (db: Db, email: string): Promise<void> => {
  await db
    .updateTable('guardian_links')
    .set(({ fn }) => ({ ended_at: fn('now') }))
    .where('guardian_email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a current link and revokes what its guardian granted; idempotent. */
export const endLink = async (
  db: Db,
  { linkId, by, now }: { linkId: string; by: string; now: Date },
): Promise<void> => {
  const ended = await db
    .updateTable('guardian_links')
    .set({ ended_at: now.toISOString(), ended_by: by })
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .returning(['learner_id', 'guardian_email'])
    .executeTakeFirst()
  if (ended) await withdrawGrantsOf(db, [ended])
}

/**
 * Deletes, for each ended or narrowed link, the guardian's unused codes and invitations, and what the guardian was told about the
 * learner, waiting emails included.
 */
export const withdrawGrantsOf = async (
  db: Db,
  links: readonly { learner_id: string; guardian_email: string }[],
): Promise<void> => {
  const emails: { to: string; about: string }[] = []
  const notices: { personId: string; aboutId: string }[] = []
  for (const { learner_id, guardian_email } of links) {
    const holder = db.selectFrom('accounts').select('id').where('email', '=', guardian_email)
    await db
      .deleteFrom('pairing_codes')
      .where('learner_id', '=', learner_id)
      .where('made_by', 'in', holder)
      .execute()
    const withdrawn = await db
      .deleteFrom('guardian_invitations')
      .where('learner_id', '=', learner_id)
      .where('invited_by', 'in', holder)
      .returning('id')
      .execute()
    for (const { id } of withdrawn) await discardJobsAbout(db, id)
    const account = await holder.executeTakeFirst()
    if (account) notices.push({ personId: account.id, aboutId: learner_id })
    else emails.push({ to: guardian_email, about: learner_id })
  }
  await deleteNoticesOfMany(db, notices)
  if (emails.length > 0) await discardEmailsAbout(db, emails)
}

/** Extends a link that the learner's eighteenth birthday has ended. */
export const extendLink = async (db: Db, linkId: string, now: Date): Promise<void> => {
  await db
    .updateTable('guardian_links')
    .set({ kept_at: now.toISOString() })
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Undoes `extendLink` for all of a learner's links: the eighteenth birthday is still to come. */
export const undoExtensions = async (db: Db, learnerId: string): Promise<void> => {
  await db
    .updateTable('guardian_links')
    .set({ kept_at: null })
    .where('learner_id', '=', learnerId)
    .where('kept_at', 'is not', null)
    .execute()
}

/** Ends the links that were made while the learner was taken for a minor, until the learner keeps them. @param born YYYY-MM-DD */
export const lapseLinks = async (db: Db, learnerId: string, born: string): Promise<void> => {
  await db
    .updateTable('guardian_links')
    .set({
      since: sql<string>`least(since, (${born}::date + interval '18 years' - interval '1 day') at time zone 'UTC')`,
    })
    .where('learner_id', '=', learnerId)
    .execute()
}

type LinkedGuardian = { learner_id: string; email: string; name: string }

/**
 * SQL query: guardians who can be linked. Links that a person has ended or narrowed stay so, whatever spelling of the address is
 * given; those that an undone import has ended do not. A minor's address makes nobody a guardian, and learners of age choose their own.
 * @param guardians a query with learner_id, email and name, without duplicates
 */
export const linkableGuardians = (guardians: RawBuilder<unknown>) => sql`
  select learner_id, email, name
  from (${guardians}) as guardian
  where not exists (
      select from guardian_links as link
      where link.learner_id = guardian.learner_id and mailbox_of(link.guardian_email) = mailbox_of(guardian.email)
        and (link.ended_at is null or link.ended_by is not null or link.overridden_at is not null))
    and not exists (
      select from accounts as adult
      where adult.id = guardian.learner_id and adult.date_of_birth <= current_date - interval '18 years')
    and not exists (
      select from accounts as minor
      where mailbox_of(minor.email) = mailbox_of(guardian.email)
        and coalesce(minor.date_of_birth > current_date - interval '18 years', not minor.declared_adult))`

/**
 * Links many guardians at once, with all scopes, and returns the new ones.
 * @param guardians see linkableGuardians
 */
export const linkGuardiansOf = async (
  db: Db,
  guardians: RawBuilder<unknown>,
  since: string,
): Promise<LinkedGuardian[]> => {
  const { rows } = await sql<LinkedGuardian>`
    insert into guardian_links (learner_id, guardian_email, guardian_name, relation, scopes, origin, since)
    select learner_id, email, name, '', ${[...GUARDIAN_SCOPES]}::text[], 'admin', ${since}::timestamptz
    from (${linkableGuardians(guardians)}) as guardian
    returning learner_id, guardian_email as email, guardian_name as name
  `.execute(db)
  return rows
}

/**
 * SQL condition: an address is a guardian's, in any spelling, and not one under which the same person is linked already: somebody with
 * this name, who is a guardian of the same learner and has neither answered from there nor been limited by an admin.
 * @param own.email null for somebody who can be no guardian
 */
export const isAddressOfOtherGuardian = (
  address: RawBuilder<unknown>,
  own: { email: RawBuilder<unknown>; name: RawBuilder<unknown> },
) => sql`(
  mailbox_of(${address}) in (select mailbox_of(guardian_email) from guardian_links where ended_at is null)
  and not exists (
    select from guardian_links as named
    join guardian_links as held on held.learner_id = named.learner_id and held.ended_at is null
    where named.ended_at is null and mailbox_of(named.guardian_email) = mailbox_of(${address})
      and mailbox_of(held.guardian_email) = mailbox_of(${own.email})
      and named.overridden_at is null and lower(named.guardian_name) = lower(${own.name})
      and not exists (
        select from consents
        where consents.child_id = named.learner_id and consents.guardian_email = named.guardian_email)))`

/**
 * SQL query: the name of a guardian who has this address, in any spelling, and is somebody else: without this name, and not among those
 * who are named as guardians of the learner. Null without one.
 * @param named a query with learner_id and email
 */
export const nameOfOtherGuardian = (
  address: RawBuilder<unknown>,
  { name, named }: { name: RawBuilder<unknown>; named: RawBuilder<unknown> },
) => sql`(
  select guardian_name from guardian_links as link
  where ended_at is null and mailbox_of(guardian_email) = mailbox_of(${address}) and lower(guardian_name) <> lower(${name})
    and not exists (
      select from ${named} as given
      where given.learner_id = link.learner_id and mailbox_of(given.email) = mailbox_of(link.guardian_email))
  limit 1)`

/** SQL condition: the guardian with one address could answer in a learner's place, because another is the learner's mailbox. */
export const isMailboxOfWard = (
  email: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
) => sql`exists (
  select from guardian_links as link join accounts as learner on learner.id = link.learner_id
  where link.guardian_email = ${email} and mailbox_of(learner.email) = mailbox_of(${other}))`

/**
 * Ends links of guardians whom a school named by an address that nobody has used, and that it has replaced.
 * @param former a query with learner_id, email and new_email
 */
export const endReplacedLinks = (db: Db, former: RawBuilder<unknown>, at: string) =>
  sql`
    update guardian_links as link set ended_at = ${at}::timestamptz
    from (${former}) as former
    where link.learner_id = former.learner_id and link.guardian_email = former.email and link.ended_at is null
      and link.origin = 'admin'
      and exists (
        select from guardian_links as other
        where other.learner_id = link.learner_id and other.guardian_email = former.new_email and other.ended_at is null)
      and not exists (select from accounts where accounts.email = link.guardian_email)
      and not exists (
        select from consents where consents.child_id = link.learner_id and consents.guardian_email = link.guardian_email)
  `.execute(db)

/**
 * SQL query: ids of links that one import made and that its undo ends. With learners whom the import created and who stay, the
 * guardians with an account stay too. What a person has ended or narrowed stays, so that no later import restores it, and so does a
 * guardian who has answered for the child.
 * @param created a query with the user_id of accounts that the import created
 */
const undoneLinks = (at: string, created: RawBuilder<unknown>) => sql`
  select link.id
  from guardian_links as link
  where link.origin = 'admin' and link.since = ${at}::timestamptz and link.overridden_at is null and link.ended_by is null
    and not (link.learner_id in (${created}) and ${hasAccount})
    and not exists (
      select from consents where consents.child_id = link.learner_id and consents.guardian_email = link.guardian_email)`

/** SQL query: the number of guardians who lose their link with a learner whom the import did not create. */
export const countUndoneLinks = (at: string, created: RawBuilder<unknown>) => sql`(
  select count(*) from guardian_links as link
  where link.id in (${undoneLinks(at, created)}) and link.ended_at is null and link.learner_id not in (${created}))`

const hasAccount = sql`exists (select from accounts where accounts.email = link.guardian_email)`

/**
 * Ends the links of an undone import, and what their guardians granted; deletes those of guardians without an account. Reopens the links
 * that it replaced. A guardian once remains one to safety reports.
 */
export const undoLinksMadeAt = async (
  db: Db,
  at: string,
  created: RawBuilder<unknown>,
): Promise<void> => {
  const { rows } = await sql<{ learner_id: string; guardian_email: string }>`
    update guardian_links as link set ended_at = now()
    where id in (${undoneLinks(at, created)}) and ended_at is null and ${hasAccount}
    returning learner_id, guardian_email`.execute(db)
  await withdrawGrantsOf(db, rows)
  await sql`
    delete from guardian_links as link where id in (${undoneLinks(at, created)}) and not ${hasAccount}`.execute(
    db,
  )
  await sql`
    update guardian_links as link set ended_at = null
    where ended_at = ${at}::timestamptz and ended_by is null and origin = 'admin' and not ${hasAccount}
      and not exists (
        select from guardian_links as other
        where other.learner_id = link.learner_id and other.guardian_email = link.guardian_email and other.ended_at is null)
  `.execute(db)
}

/** SQL query: addresses of guardians who have answered for a child, with or without an account. */
export const answeredAddresses = sql`(select guardian_email as email from consents)`

/** SQL query: children for whom a guardian has answered, by child_id. */
export const answeredChildren = sql`(select child_id from consents where confirmed_at is not null)`
