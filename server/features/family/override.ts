import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { GuardianOfLearner, Override } from '#contract/guardians'
import { nameOf } from '#features/people'
import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'

import { overrideEmail } from './emails.ts'
import { endLink, links, withdrawGrantsOf } from './links.ts'
import { lockPerson } from './lock-person.ts'

/**
 * Ends or narrows a guardian's link regardless of the family, for example by court order, and emails that guardian. Later grants
 * by the family to the same mailbox cannot exceed the override.
 */
export const overrideLink = async (
  parts: Parts,
  db: Db,
  { learnerId, linkId, adminId }: { learnerId: string; linkId: string; adminId: string },
  { scopes }: z.output<typeof Override>,
): Promise<void> => {
  const now = parts.clock()
  await lockPerson(db, learnerId)
  const link = await db
    .selectFrom('guardian_links')
    .innerJoin('accounts as learner', 'learner.id', 'guardian_links.learner_id')
    .select(['learner_id', 'guardian_email', 'guardian_name', 'learner.first_name'])
    .where('guardian_links.id', '=', linkId)
    .where('learner_id', '=', learnerId)
    .where('ended_at', 'is', null)
    .forUpdate('guardian_links')
    .executeTakeFirst()
  if (!link) throw notFound()
  await db
    .updateTable('guardian_links')
    .set({ scopes, overridden_at: now.toISOString() })
    .where('id', '=', linkId)
    .execute()
  await withdrawGrantsOf(db, link)
  // A code names no recipient: the guardian may have one that another person created.
  await db.deleteFrom('pairing_codes').where('learner_id', '=', learnerId).execute()
  if (scopes.length === 0) await endLink(db, { linkId, by: adminId, now })
  const guardian = { email: link.guardian_email, first_name: link.guardian_name }
  const to = await emailRecipient({ ...parts, db }, guardian)
  const letter = overrideEmail(to, link.first_name, scopes.length === 0)
  await parts.mail.send(db, { ...letter, about: learnerId })
}

/** All current links of the site, by the learner's name. @param search part of a learner's or a guardian's name or address */
export const listAllLinks = (
  db: Db,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<GuardianOfLearner[]> =>
  links(db, null)
    .select(nameOf('learner').as('learner_name'))
    .select('link.learner_id')
    .where(({ eb, or }) =>
      or(
        [nameOf('learner'), sql<string>`link.guardian_name`, sql<string>`link.guardian_email`].map(
          (name) => eb(sql<number>`strpos(lower(${name}), lower(${search}))`, '>', 0),
        ),
      ),
    )
    .clearOrderBy()
    .orderBy('learner.last_name')
    .orderBy('learner.first_name')
    .orderBy('link.since')
    .orderBy('link.id')
    .offset(offset)
    .limit(limit)
    .$castTo<GuardianOfLearner>()
    .execute()
