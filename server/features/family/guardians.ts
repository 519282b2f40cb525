import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB, Db } from '#platform/database'
import type { GuardianScope } from '#rules/access'
import type { PersonName } from '#rules/names-at-home'

const eb = expressionBuilder<DB>()

type Birth = { dateOfBirth: Expression<string | null>; declaredAdult: Expression<boolean> }

/** A condition on a user: born less than 18 years ago, or, without a date of birth, not declared an adult. */
const isMinor = (user: Birth) =>
  eb.fn.coalesce(
    eb(user.dateOfBirth, '>', sql<string>`current_date - interval '18 years'`),
    eb.not(user.declaredAdult),
  )

/**
 * A condition: the account is an adult's who has confirmed, by a link sent to it, the address of a guardian's link.
 */
export const isGuardianAccount = ({
  address,
  email,
  verifiedAt,
  ...birth
}: Birth & {
  address: Expression<string>
  email: Expression<string>
  verifiedAt: Expression<string | null>
}) => eb.and([eb(address, '=', email), eb(verifiedAt, 'is not', null), eb.not(isMinor(birth))])

/**
 * A condition on a guardian's link: it has not ended. A learner's birthday at 18 ends every link, unless it was made later or
 * the learner has said that it goes on.
 */
export const isStandingLink = (link: {
  since: Expression<string>
  endedAt: Expression<string | null>
  keptAt: Expression<string | null>
  learnerBorn: Expression<string | null>
}) => {
  const grownOn = sql<string>`${link.learnerBorn} + interval '18 years'`
  return eb.and([
    eb(link.endedAt, 'is', null),
    eb.or([
      eb(link.learnerBorn, 'is', null),
      eb(grownOn, '>', sql<string>`current_date`),
      eb(link.keptAt, 'is not', null),
      eb(link.since, '>=', grownOn),
    ]),
  ])
}

/** Where a learner's guardians are written to: those whose link lets them see the learner's work, or has another scope. */
export const listGuardianAddresses = (
  db: Db,
  learnerId: string,
  scope: GuardianScope = 'view',
): Promise<{ id: string; email: string; first_name: string }[]> =>
  db
    .selectFrom('guardian_links as link')
    .innerJoin('users as guardian', 'guardian.email', 'link.guardian_email')
    .select(['guardian.id', 'guardian.email', 'guardian.first_name'])
    .innerJoin('users as learner', 'learner.id', 'link.learner_id')
    .where('link.learner_id', '=', learnerId)
    .where(({ ref }) =>
      isStandingLink({
        since: ref('link.since'),
        endedAt: ref('link.ended_at'),
        keptAt: ref('link.kept_at'),
        learnerBorn: ref('learner.date_of_birth'),
      }),
    )
    .where(({ eb, fn, val }) => eb(val<string>(scope), '=', fn.any('link.scopes')))
    .where('guardian.id', '<>', learnerId)
    .where('guardian.status', '=', 'active')
    .where(({ ref }) =>
      isGuardianAccount({
        address: ref('link.guardian_email'),
        email: ref('guardian.email'),
        verifiedAt: ref('guardian.email_verified_at'),
        dateOfBirth: ref('guardian.date_of_birth'),
        declaredAdult: ref('guardian.declared_adult'),
      }),
    )
    .execute()

export type LinkedAddress = {
  link_id: string
  /** Of the account with that address, where there is one. */
  id: string | null
  email: string
  first_name: string
  scopes: GuardianScope[]
}

/** Every address that is linked with a learner now, with or without an account, the oldest link first. */
export const listLinkedAddresses = (db: Db, learnerId: string): Promise<LinkedAddress[]> =>
  db
    .selectFrom('guardian_links as link')
    .innerJoin('users as learner', 'learner.id', 'link.learner_id')
    .leftJoin('users as guardian', 'guardian.email', 'link.guardian_email')
    .select(({ fn, ref }) => [
      'link.id as link_id',
      'guardian.id',
      'link.guardian_email as email',
      fn.coalesce('guardian.first_name', ref('link.guardian_name')).as('first_name'),
      'link.scopes',
    ])
    .where('link.learner_id', '=', learnerId)
    .where(({ ref }) =>
      isStandingLink({
        since: ref('link.since'),
        endedAt: ref('link.ended_at'),
        keptAt: ref('link.kept_at'),
        learnerBorn: ref('learner.date_of_birth'),
      }),
    )
    .orderBy('link.since')
    .orderBy('link.id')
    .$narrowType<{ scopes: GuardianScope[] }>()
    .execute()

/**
 * Names of everybody who was ever linked with one of these learners as a guardian, from their accounts and from their links. Who
 * is not a guardian any more may still be at home.
 */
export const listNamesAtHome = async (
  db: Db,
  learnerIds: readonly string[],
): Promise<PersonName[]> => {
  if (learnerIds.length === 0) return []
  const rows = await db
    .selectFrom('guardian_links as link')
    .leftJoin('users as guardian', 'guardian.email', 'link.guardian_email')
    .select(['link.guardian_name', 'guardian.first_name', 'guardian.last_name'])
    .where('link.learner_id', 'in', [...learnerIds])
    .execute()
  return rows.flatMap(({ guardian_name, first_name, last_name }) => [
    { first_name: guardian_name, last_name: '' },
    ...(first_name && last_name ? [{ first_name, last_name }] : []),
  ])
}

/** Whether an address, however it is spelt, belongs to the account of a minor, who cannot consent for anybody. */
export const isAddressOfMinor = async (db: Db, address: string): Promise<boolean> => {
  const minor = await db
    .selectFrom('users')
    .select('id')
    .where(({ eb, fn, val }) =>
      eb(fn<string>('mailbox_of', ['email']), '=', fn<string>('mailbox_of', [val(address)])),
    )
    .where(({ ref }) =>
      isMinor({ dateOfBirth: ref('date_of_birth'), declaredAdult: ref('declared_adult') }),
    )
    .limit(1)
    .executeTakeFirst()
  return minor !== undefined
}
