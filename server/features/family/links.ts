import { sql } from 'kysely'

import type { Guardian } from '#contract/guardians'
import type { Db } from '#platform/database'
import { GUARDIAN_SCOPES } from '#rules/access'
import type { GuardianScope } from '#rules/access'

import { isGuardianAccount } from './guardians.ts'

type NewLink = {
  learnerId: string
  email: string
  name: string
  relation?: string
  scopes?: readonly GuardianScope[]
  origin: Guardian['origin']
  now: Date
}

/** Links an adult's address to a learner. A link that is there already stays as it is. */
export const linkGuardian = async (
  db: Db,
  { learnerId, email, name, relation = '', scopes = GUARDIAN_SCOPES, origin, now }: NewLink,
): Promise<void> => {
  await db
    .insertInto('guardian_links')
    .values({
      learner_id: learnerId,
      guardian_email: email.toLowerCase(),
      guardian_name: name,
      relation,
      scopes: [...scopes],
      origin: origin,
      since: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The links of a learner that count now, oldest first. */
const links = (db: Db, learnerId: string, readerId: string) =>
  db
    .selectFrom('guardian_links as link')
    .leftJoin('users as guardian', 'guardian.email', 'link.guardian_email')
    .select(({ eb, fn, lit, ref }) => [
      'link.id',
      fn
        .coalesce(
          sql<string | null>`guardian.first_name || ' ' || guardian.last_name`,
          ref('link.guardian_name'),
        )
        .as('name'),
      'link.guardian_email as email',
      'link.relation',
      'link.scopes',
      'link.origin',
      'link.since',
      fn
        .coalesce(
          isGuardianAccount({
            address: ref('link.guardian_email'),
            email: ref('guardian.email').$castTo<string>(),
            verifiedAt: ref('guardian.email_verified_at'),
            dateOfBirth: ref('guardian.date_of_birth'),
            role: ref('guardian.role').$castTo<string>(),
          }),
          lit(false),
        )
        .as('active'),
      fn.coalesce(eb('guardian.id', '=', readerId), lit(false)).as('own'),
    ])
    .where('link.learner_id', '=', learnerId)
    .where('link.ended_at', 'is', null)
    .orderBy('link.since')
    .orderBy('link.id')
    .$castTo<Guardian>()

/** Those who look after a learner. @param readerId whose own link is marked */
export const listLinks = (db: Db, learnerId: string, readerId: string): Promise<Guardian[]> =>
  links(db, learnerId, readerId).execute()

export const findLink = (
  db: Db,
  learnerId: string,
  linkId: string,
  readerId: string,
): Promise<Guardian | undefined> =>
  links(db, learnerId, readerId).where('link.id', '=', linkId).executeTakeFirst()

/** Ends a link that counts; ending it again changes nothing. */
export const endLink = async (
  db: Db,
  { linkId, by, now }: { linkId: string; by: string; now: Date },
): Promise<void> => {
  await db
    .updateTable('guardian_links')
    .set({ ended_at: now.toISOString(), ended_by: by })
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .execute()
}
