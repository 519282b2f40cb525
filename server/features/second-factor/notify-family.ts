import { paths } from '#contract/paths'
import { listLinkedAddresses } from '#features/family'
import { notifyPerson } from '#features/notifications'
import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { isChild } from '#rules/age'

import { childFactorEmail } from './emails.ts'
import { findOwner } from './queries.ts'

/**
 * Notifies the guardians who decide for a child of a second factor, as of a card: it ends the card, and whoever set it up is the only
 * one who can sign in.
 */
export const notifyFamily = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  userId: string,
): Promise<void> => {
  const now = parts.clock()
  const owner = await findOwner(db, userId)
  if (!owner?.date_of_birth) return
  if (!isChild(owner.date_of_birth, now.toISOString().slice(0, 10))) return
  const { first_name } = owner
  for (const guardian of await listLinkedAddresses(db, userId)) {
    if (!guardian.isOpen || !guardian.scopes.includes('consent')) continue
    const to = await emailRecipient({ ...parts, db }, guardian)
    await parts.mail.send(db, childFactorEmail(to, { id: userId, first_name }))
    if (guardian.id === null) continue
    await notifyPerson(
      db,
      {
        personId: guardian.id,
        category: 'family',
        title: `${first_name}’s account now has a second factor`,
        path: paths.child(userId),
        aboutId: userId,
        hasLetter: true,
      },
      now,
    )
  }
}
