import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { GuardianOfLearner, Override } from '#contract/guardians'
import { nameOf } from '#features/people'
import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import type { GuardianScope } from '#rules/access'

import { overrideEmail } from './emails.ts'
import { withdrawInvitationsTo } from './guardian-invitations.ts'
import { endLink, links, withdrawGrantsOf } from './links.ts'
import { lockPerson } from './lock-person.ts'

/**
 * Ends or narrows a guardian's link regardless of the family, for example by court order, and emails that guardian. It holds for
 * the mailbox: its links under other spellings of the address are narrowed as well, and later grants by the family cannot exceed it.
 */
export const overrideLink = async (
  parts: Parts,
  db: Db,
  { learnerId, linkId, adminId }: { learnerId: string; linkId: string; adminId: string },
  { scopes }: z.output<typeof Override>,
): Promise<void> => {
  const now = parts.clock()
  await lockPerson(db, learnerId)
  const ofMailbox = await listLinksOfMailbox(db, { learnerId, linkId })
  const link = ofMailbox.find(({ id }) => id === linkId)
  if (!link) throw notFound()
  for (const each of ofMailbox) {
    const left = each.id === linkId ? scopes : each.scopes.filter((one) => scopes.includes(one))
    await db
      .updateTable('guardian_links')
      .set({ scopes: left, overridden_at: now.toISOString() })
      .where('id', '=', each.id)
      .execute()
    if (left.length === 0) await endLink(db, { linkId: each.id, by: adminId, now })
  }
  await withdrawGrantsOf(db, ofMailbox)
  await withdrawInvitationsTo(db, learnerId, link.guardian_email)
  // A code names no recipient: the guardian may have one that another person created.
  await db.deleteFrom('pairing_codes').where('learner_id', '=', learnerId).execute()
  const guardian = { email: link.guardian_email, first_name: link.guardian_name }
  const to = await emailRecipient({ ...parts, db }, guardian)
  const letter = overrideEmail(to, link.first_name, scopes.length === 0)
  await parts.mail.send(db, { ...letter, about: learnerId })
}

/** A current link, and the others of the same mailbox to the same learner, locked. */
const listLinksOfMailbox = (db: Db, { learnerId, linkId }: { learnerId: string; linkId: string }) =>
  db
    .selectFrom('guardian_links as link')
    .innerJoin('guardian_links as named', (join) =>
      join.on(sql<boolean>`mailbox_of(named.guardian_email) = mailbox_of(link.guardian_email)`),
    )
    .innerJoin('accounts as learner', 'learner.id', 'link.learner_id')
    .select([
      'link.id',
      'link.scopes',
      'link.learner_id',
      'link.guardian_email',
      'link.guardian_name',
      'learner.first_name',
    ])
    .where('named.id', '=', linkId)
    .where('named.learner_id', '=', learnerId)
    .where('link.learner_id', '=', learnerId)
    .where('link.ended_at', 'is', null)
    .forUpdate('link')
    .$narrowType<{ scopes: GuardianScope[] }>()
    .execute()

/**
 * All current links of the site, by the learner's name, except of the reader's own children: guardians see only their own link.
 * @param search part of a learner's or a guardian's name or address
 */
export const listAllLinks = (
  db: Db,
  { readerId, search }: { readerId: string; search: string },
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
    .where('link.learner_id', 'not in', (from) =>
      from.selectFrom('guardianships').select('learner_id').where('guardian_id', '=', readerId),
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
