import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/database'
import { forbidden } from '#platform/http'
import type { PersonName } from '#rules/text/names-at-home'

/** Each person once for each name, present or former. */
type Household = {
  /** Learners of whom the person was ever a guardian, under any spelling of their address. */
  children: (PersonName & { id: string })[]
  /** The other adults who were ever guardians of these children. */
  adults: (PersonName & { id: string })[]
  /** All learners of the children's guardians. */
  learnerIds: string[]
}

/** Returns a person's household. A former guardian may still live in it. */
export const listHousehold = async (db: Db, personId: string): Promise<Household> => {
  const children = await db
    .selectFrom('guardian_links as link')
    .innerJoin('accounts as person', (join) => join.on('person.id', '=', personId))
    .innerJoin('known_names as learner', 'learner.user_id', 'link.learner_id')
    .select(['learner.user_id as id', 'learner.first_name', 'learner.last_name'])
    .where(sql<boolean>`mailbox_of(link.guardian_email) = mailbox_of(person.email)`)
    .execute()
  if (children.length === 0) return { children, adults: [], learnerIds: [] }
  const ids = children.map(({ id }) => id)
  const household = await db
    .selectFrom('guardian_links as link')
    .innerJoin('guardian_links as other', (join) =>
      join.on(sql<boolean>`mailbox_of(other.guardian_email) = mailbox_of(link.guardian_email)`),
    )
    .select('other.learner_id')
    .distinct()
    .where('link.learner_id', 'in', ids)
    .execute()
  // Confirmed addresses only: anyone can register an unconfirmed one, under any name.
  const adults = await db
    .selectFrom('guardian_links as link')
    .innerJoin('adult_accounts as adult', (join) =>
      join.on(sql<boolean>`mailbox_of(adult.email) = mailbox_of(link.guardian_email)`),
    )
    .innerJoin('known_names as known', 'known.user_id', 'adult.id')
    .select(['adult.id', 'known.first_name', 'known.last_name'])
    .distinct()
    .where('link.learner_id', 'in', ids)
    .where('adult.id', '<>', personId)
    .execute()
  return { children, adults, learnerIds: household.map(({ learner_id }) => learner_id) }
}

/** SQL condition: the person is or was a guardian of the learner, under any spelling of their address. */
export const wasGuardian = (
  personId: string,
  learnerId: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from guardian_links as link join accounts as guardian on guardian.id = ${personId}
  where link.learner_id = ${learnerId} and mailbox_of(link.guardian_email) = mailbox_of(guardian.email))`

/**
 * Rejects an admin’s act on a learner whose guardian the admin is or was, or on another guardian of such a learner, under any spelling
 * of their addresses.
 */
export const rejectOwnFamily = async (db: Db, adminId: string, personId: string): Promise<void> => {
  if (personId === adminId) return
  const { rows } = await sql`
    select from guardian_links as own
    join accounts as admin on admin.id = ${adminId}
    join accounts as person on person.id = ${personId}
    where mailbox_of(own.guardian_email) = mailbox_of(admin.email)
      and (own.learner_id = person.id or exists (
        select from guardian_links as link
        where link.learner_id = own.learner_id and mailbox_of(link.guardian_email) = mailbox_of(person.email)))
    limit 1`.execute(db)
  if (rows.length > 0) {
    throw forbidden(
      'This person is of your own family, so another admin has to do this.',
      'guardian',
    )
  }
}
