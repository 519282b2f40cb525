import { sql } from 'kysely'

import type { Db } from '#platform/database'
import type { PersonName } from '#rules/text/names-at-home'

/**
 * Returns all learners of whom a person was ever a guardian, under any spelling of their address (`children`), and all learners
 * of those children's guardians (`learnerIds`). A former guardian may still live in the household.
 */
export const listHousehold = async (
  db: Db,
  personId: string,
): Promise<{ learnerIds: string[]; children: PersonName[] }> => {
  const children = await db
    .selectFrom('guardian_links as link')
    .innerJoin('accounts as person', (join) => join.on('person.id', '=', personId))
    .innerJoin('accounts as learner', 'learner.id', 'link.learner_id')
    .select(['learner.id', 'learner.first_name', 'learner.last_name'])
    .where(sql<boolean>`mailbox_of(link.guardian_email) = mailbox_of(person.email)`)
    .execute()
  if (children.length === 0) return { learnerIds: [], children }
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
  return { learnerIds: household.map(({ learner_id }) => learner_id), children }
}
