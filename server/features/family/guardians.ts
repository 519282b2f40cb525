import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { DB, Db } from '#platform/database'
import type { GuardianScope } from '#rules/access'
import type { PersonName } from '#rules/text/names-at-home'

/** Addresses of a learner's guardians with this scope; by default those who may view the learner's work. */
export const listGuardianAddresses = (
  db: Db,
  learnerId: string,
  scope: GuardianScope = 'view',
): Promise<{ id: string; email: string; first_name: string }[]> =>
  db
    .selectFrom('guardianships as link')
    .innerJoin('accounts as guardian', 'guardian.id', 'link.guardian_id')
    .select(['guardian.id', 'link.guardian_email as email', 'guardian.first_name'])
    .where('link.learner_id', '=', learnerId)
    .where(({ eb, fn, val }) => eb(val<string>(scope), '=', fn.any('link.scopes')))
    .where('guardian.status', '=', 'active')
    .execute()

export type LinkedAddress = {
  link_id: string
  /** The account of the adult who confirmed the address, if there is one: anybody can register an address that is not theirs. */
  id: string | null
  email: string
  first_name: string
  scopes: GuardianScope[]
  since: string
  /** The address has no account, or one in use: nobody is told anything who is suspended or leaves. */
  isOpen: boolean
}

/** All addresses with a current guardian link to a learner, with or without an account, oldest link first. */
export const listLinkedAddresses = (db: Db, learnerId: string): Promise<LinkedAddress[]> =>
  db
    .selectFrom('standing_links as link')
    .leftJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
    .select(({ eb, fn, lit, ref }) => [
      'link.id as link_id',
      'guardian.id',
      'link.guardian_email as email',
      fn.coalesce('guardian.first_name', ref('link.guardian_name')).as('first_name'),
      'link.scopes',
      'link.since',
      fn.coalesce(eb('guardian.status', '=', 'active'), lit(true)).as('isOpen'),
    ])
    .where('link.learner_id', '=', learnerId)
    .orderBy('link.since')
    .orderBy('link.id')
    .$narrowType<{ scopes: GuardianScope[]; isOpen: boolean }>()
    .execute()

/** A guardian's name for the others of the family. A school's list may have an address in its place, which is not for them. */
export const nameForOthers = (name: string): string =>
  name.includes('@') ? 'Somebody whom the school has named' : name

const eb = expressionBuilder<DB>()

/**
 * Present and former names of all present and former guardians of a learner, from their accounts and links: a former guardian may
 * still live in the household.
 */
export const namesAtHomeOf = (learnerId: Expression<string>) =>
  jsonArrayFrom(
    eb
      .selectFrom('guardian_links as link')
      .select(['link.guardian_name as first_name', sql.lit('').as('last_name')])
      .where('link.learner_id', '=', learnerId)
      .unionAll(
        eb
          .selectFrom('guardian_links as link')
          .innerJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
          .innerJoin('known_names as known', 'known.user_id', 'guardian.id')
          .select(['known.first_name', 'known.last_name'])
          .where('link.learner_id', '=', learnerId),
      ),
  )

export const listNamesAtHome = async (
  db: Db,
  learnerIds: readonly string[],
): Promise<PersonName[]> => {
  if (learnerIds.length === 0) return []
  const learners = await db
    .selectFrom('accounts')
    .select(({ ref }) => namesAtHomeOf(ref('accounts.id')).as('at_home'))
    .where('accounts.id', 'in', learnerIds)
    .execute()
  return learners.flatMap(({ at_home }) => at_home)
}

/** Names of a linked address: as it was given, and those of the adult who has confirmed it, present and former. */
export const listNamesOfGuardian = (
  db: Db,
  learnerId: string,
  email: string,
): Promise<PersonName[]> =>
  db
    .selectFrom('guardian_links')
    .select(['guardian_name as first_name', sql.lit('').as('last_name')])
    .where('learner_id', '=', learnerId)
    .where('guardian_email', '=', email)
    .unionAll((union) =>
      union
        .selectFrom('known_names')
        .innerJoin('adult_accounts', 'adult_accounts.id', 'known_names.user_id')
        .select(['known_names.first_name', 'known_names.last_name'])
        .where('adult_accounts.email', '=', email),
    )
    .execute()

/** Condition: two learners have, or ever had, a guardian in common. */
export const isSibling = (one: Expression<string>, other: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom('guardian_links as link')
      .innerJoin('guardian_links as same', (join) =>
        join.on(sql<boolean>`mailbox_of(same.guardian_email) = mailbox_of(link.guardian_email)`),
      )
      .select('link.id')
      .where('link.learner_id', '=', one)
      .where('same.learner_id', '=', other)
      .whereRef('same.learner_id', '<>', 'link.learner_id'),
  )

/** SQL query: ids of these brothers and sisters. */
export const siblingsOf = (learnerId: string) => sql`(
  select same.learner_id
  from guardian_links as link
  join guardian_links as same on mailbox_of(same.guardian_email) = mailbox_of(link.guardian_email)
  where link.learner_id = ${learnerId} and same.learner_id <> link.learner_id)`

/** True if two learners have, or ever had, a guardian in common. */
export const areSiblings = async (db: Db, one: string, other: string): Promise<boolean> => {
  const shared = await db
    .selectNoFrom(isSibling(sql<string>`${one}::uuid`, sql<string>`${other}::uuid`).as('is'))
    .executeTakeFirstOrThrow()
  return Boolean(shared.is)
}

/** Learners to whom an address, under any spelling, is or was linked, with or without an account. */
export const listLearnersOfAddress = async (db: Db, address: string): Promise<string[]> => {
  const links = await db
    .selectFrom('guardian_links')
    .select('learner_id')
    .distinct()
    .where(sql<boolean>`mailbox_of(guardian_email) = mailbox_of(${address})`)
    .execute()
  return links.map(({ learner_id }) => learner_id)
}

/** True if the address, under any spelling, is or was a guardian's of the learner. */
export const isAddressOfGuardian = async (
  db: Db,
  learnerId: string,
  address: string,
): Promise<boolean> => {
  const link = await db
    .selectFrom('guardian_links')
    .select('id')
    .where('learner_id', '=', learnerId)
    .where(sql<boolean>`mailbox_of(guardian_email) = mailbox_of(${address})`)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

/** True if the address, under any spelling, belongs to a minor's account. Minors cannot consent for others. */
export const isAddressOfMinor = async (db: Db, address: string): Promise<boolean> => {
  const minor = await db
    .selectFrom('accounts')
    .select('id')
    .where(({ eb, fn, val }) =>
      eb(fn<string>('mailbox_of', ['email']), '=', fn<string>('mailbox_of', [val(address)])),
    )
    .where(
      sql<boolean>`coalesce(date_of_birth > current_date - interval '18 years', not declared_adult)`,
    )
    .limit(1)
    .executeTakeFirst()
  return minor !== undefined
}
