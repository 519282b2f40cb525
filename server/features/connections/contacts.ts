import { expressionBuilder, sql } from 'kysely'

import { arePeers, isActiveStaff } from '#features/learners'
import { avatarOf } from '#features/people'
import type { DB, Db } from '#platform/database'
import { publicName } from '#rules/text/display-name'

/** Relations that allow two people to exchange messages; the first match applies. */
const TIES = ['advisor', 'learner', 'guardian', 'friend'] as const
type ContactTie = (typeof TIES)[number]

export type Contact = {
  id: string
  /** Minor friends appear with first name and initial; guardians and advisors with their full name. */
  name: string
  first_name: string
  avatar_url: string | null
  /** The contact's relation to the person: friend, advisor, a learner of theirs, or a learner's guardian. */
  tie: ContactTie
}

const eb = expressionBuilder<
  DB & { person: DB['accounts']; other: DB['accounts'] },
  'person' | 'other'
>()

const isFriend = arePeers('person', 'other')

/** True if the active advisor has the learner in their care. */
const advises = (advisor: 'person' | 'other', learner: 'person' | 'other') =>
  eb.exists(
    eb
      .selectFrom('caseload')
      .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
      .select('caseload.since')
      .whereRef('caseload.advisor_id', '=', `${advisor}.id`)
      .whereRef('caseload.learner_id', '=', `${learner}.id`)
      .where(isActiveStaff),
  )

/** True if one is a guardian of a learner in the other's care. */
const sharesLearner = (guardian: 'person' | 'other', advisor: 'person' | 'other') =>
  eb.exists(
    eb
      .selectFrom('guardianships as link')
      .innerJoin('accounts as learner', 'learner.id', 'link.learner_id')
      .innerJoin('caseload', 'caseload.learner_id', 'link.learner_id')
      .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
      .select('link.id')
      .whereRef('caseload.advisor_id', '=', `${advisor}.id`)
      .where(isActiveStaff)
      .where('learner.status', '=', 'active')
      .whereRef('link.guardian_id', '=', `${guardian}.id`),
  )

const tie = sql<ContactTie | null>`case
  when ${advises('other', 'person')} or ${sharesLearner('person', 'other')} then 'advisor'
  when ${advises('person', 'other')} then 'learner'
  when ${sharesLearner('other', 'person')} then 'guardian'
  when ${isFriend} then 'friend' end`

/** People with any row that links them to a person, as candidates for the conditions above. */
const candidates = (personId: string) =>
  eb(
    'other.id',
    'in',
    eb
      .selectFrom('connections')
      .select('second_id as id')
      .where('first_id', '=', personId)
      .where('ended_at', 'is', null)
      .unionAll(
        eb
          .selectFrom('connections')
          .select('first_id as id')
          .where('second_id', '=', personId)
          .where('ended_at', 'is', null),
      )
      .unionAll(
        eb.selectFrom('caseload').select('advisor_id as id').where('learner_id', '=', personId),
      )
      .unionAll(
        eb.selectFrom('caseload').select('learner_id as id').where('advisor_id', '=', personId),
      )
      .unionAll(
        eb
          .selectFrom('guardian_links as link')
          .innerJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
          .innerJoin('caseload', 'caseload.learner_id', 'link.learner_id')
          .select('caseload.advisor_id as id')
          .where('guardian.id', '=', personId)
          .where('link.ended_at', 'is', null),
      )
      .unionAll(
        eb
          .selectFrom('caseload')
          .innerJoin('guardian_links as link', 'link.learner_id', 'caseload.learner_id')
          .innerJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
          .select('guardian.id')
          .where('caseload.advisor_id', '=', personId)
          .where('link.ended_at', 'is', null),
      ),
  )

/**
 * People with whom a person may exchange messages now: friends, their advisor or the learners in their care, and between a
 * learner's guardians and advisor. The relation is symmetric. Every path by which one person reaches another must check this or
 * `mayContact` for each message.
 */
export const listContacts = async (
  db: Db,
  personId: string,
  now: Date,
  among?: readonly string[],
): Promise<Contact[]> => {
  if (among?.length === 0) return []
  const rows = await db
    .selectFrom('accounts as other')
    .innerJoin('accounts as person', (join) => join.on('person.id', '=', personId))
    .select([
      'other.id',
      'other.first_name',
      'other.last_name',
      'other.date_of_birth',
      avatarOf('other'),
      tie.as('tie'),
    ])
    .where('person.status', '=', 'active')
    .where('other.status', '=', 'active')
    .whereRef('other.id', '<>', 'person.id')
    .where(candidates(personId))
    .$if(among !== undefined, (query) => query.where('other.id', 'in', among!))
    .orderBy('other.first_name')
    .orderBy('other.id')
    .execute()
  const today = now.toISOString().slice(0, 10)
  return rows.flatMap(({ last_name, date_of_birth, tie, ...row }) => {
    if (tie === null) return []
    const { first_name } = row
    const name =
      tie === 'friend'
        ? publicName({ first_name, last_name, date_of_birth }, today)
        : `${first_name} ${last_name}`
    return [{ ...row, name, tie }]
  })
}

/** True if two people may exchange messages now; see `listContacts`. */
export const mayContact = async (
  db: Db,
  personId: string,
  otherId: string,
  now: Date,
): Promise<boolean> => (await listContacts(db, personId, now, [otherId])).length > 0
