import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { AdministeredPerson } from '#contract/people'
import { avatarOf, nameOf } from '#features/people'
import type { Db } from '#platform/database'
import { notFound } from '#platform/http'
import { CONSENT_AGE, fullYears } from '#rules/age'
import { TIER_SOURCES } from '#rules/tiers'

/**
 * Returns an account with its linked people. Guardians who work here see no other guardian of their child, on either's page. @throws notFound
 * @param reader.id the admin
 */
export const showPerson = async (
  db: Db,
  id: string,
  reader: { id: string; now: Date },
): Promise<AdministeredPerson> => {
  const { now } = reader
  const row = await findPerson(db, id, reader)
  if (!row) throw notFound()
  const { date_of_birth, ...person } = row
  return { ...person, age_group: ageGroup(date_of_birth, now) }
}

const ageGroup = (born: string | null, now: Date): AdministeredPerson['age_group'] => {
  if (born === null) return null
  const age = fullYears(born, now.toISOString().slice(0, 10))
  if (age < CONSENT_AGE) return 'child'
  return age < 18 ? 'teenager' : 'adult'
}

const findPerson = async (db: Db, id: string, { id: readerId, now }: { id: string; now: Date }) => {
  const isNotOwnChild = (learnerId: string) =>
    sql<boolean>`not exists (select from guardianships as own
      where own.learner_id = ${sql.ref(learnerId)} and own.guardian_id = ${readerId})`
  return db
    .selectFrom('accounts as person')
    .select(({ exists, selectFrom }) => [
      'person.id',
      'person.first_name',
      'person.last_name',
      'person.email',
      'person.sign_in_name',
      'person.role',
      'person.subscription_tier',
      'person.status',
      'person.created_at',
      'person.date_of_birth',
      'person.licence_expires_on',
      'person.safeguarding',
      'person.deletion_due_at',
      sql<boolean>`person.email is null or person.email_verified_at is not null`.as(
        'email_verified',
      ),
      avatarOf('person'),
      exists(
        selectFrom('roster_suspensions').select('user_id').whereRef('user_id', '=', 'person.id'),
      )
        .$castTo<boolean>()
        .as('suspended_by_roster'),
      selectFrom('sessions')
        .select(({ fn }) => fn.max<string | null>('last_seen_at').as('at'))
        .whereRef('sessions.user_id', '=', 'person.id')
        .where('ended_at', 'is', null)
        .where('acting_session_id', 'is', null)
        .as('last_seen_at'),
      selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('sessions.user_id', '=', 'person.id')
        .where('ended_at', 'is', null)
        .where('acting_session_id', 'is', null)
        .where('expires_at', '>', now.toISOString())
        .$asScalar()
        .$notNull()
        .as('sessions'),
      jsonArrayFrom(
        selectFrom('tier_grants')
          .select(({ fn }) => [
            'source',
            'tier',
            fn<string>('iso', ['granted_at']).as('granted_at'),
          ])
          .whereRef('user_id', '=', 'person.id')
          .orderBy(({ fn, val }) => fn('array_position', [val([...TIER_SOURCES]), 'source']))
          .$narrowType<Pick<AdministeredPerson['tiers'][number], 'source' | 'tier'>>(),
      ).as('tiers'),
      jsonArrayFrom(
        selectFrom('standing_links as link')
          .leftJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
          .select(({ fn, ref }) => [
            'guardian.id',
            fn.coalesce(nameOf<string | null>('guardian'), ref('link.guardian_name')).as('name'),
            'link.guardian_email as email',
          ])
          .whereRef('link.learner_id', '=', 'person.id')
          .where(({ eb, or }) => or([eb('guardian.id', '=', readerId), isNotOwnChild('person.id')]))
          .orderBy('link.since'),
      ).as('guardians'),
      jsonArrayFrom(
        selectFrom('guardianships as link')
          .innerJoin('accounts as child', 'child.id', 'link.learner_id')
          .select(['child.id', nameOf('child').as('name')])
          .whereRef('link.guardian_id', '=', 'person.id')
          .where(({ eb, or }) =>
            or([eb('link.guardian_id', '=', readerId), isNotOwnChild('link.learner_id')]),
          )
          .orderBy('child.first_name'),
      ).as('children'),
      jsonArrayFrom(
        selectFrom('caseload')
          .innerJoin('accounts as advisor', 'advisor.id', 'caseload.advisor_id')
          .select(['advisor.id', nameOf('advisor').as('name')])
          .whereRef('caseload.learner_id', '=', 'person.id')
          .orderBy('caseload.since'),
      ).as('advisors'),
      selectFrom('caseload')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('caseload.advisor_id', '=', 'person.id')
        .$asScalar()
        .$notNull()
        .as('learners'),
    ])
    .where('person.id', '=', id)
    .$narrowType<Pick<AdministeredPerson, 'role' | 'status' | 'subscription_tier'>>()
    .executeTakeFirst()
}
