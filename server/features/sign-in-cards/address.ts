import { findAccountByEmail } from '#features/auth'
import { listLinkedAddresses } from '#features/family'
import { emailRecipient } from '#features/site'
import { transaction } from '#platform/database'
import { type Audit, conflict, invalid, type Parts } from '#platform/http'
import { issueMailedToken, revokeMailedTokens } from '#platform/mail'
import { mailboxOf } from '#rules/text/mailbox'

import { addAddressEmail } from './emails.ts'

/**
 * Emails an address a link that adds it to a learner's account. An address that has an account, or a guardian's, gets no email, and
 * the reply does not say so.
 * @throws conflict if the account has an address; invalid for the address of the person who enters it
 */
export const offerAddress = (
  parts: Parts,
  { learnerId, by }: { learnerId: string; by: string },
  email: string,
  audit: Audit,
): Promise<void> =>
  transaction(parts.db, async (db) => {
    const people = await db
      .selectFrom('accounts')
      .select(['id', 'email', 'first_name'])
      .where('id', 'in', [learnerId, by])
      .orderBy('id')
      .execute()
    const learner = people.find(({ id }) => id === learnerId)
    if (!learner || learner.email !== null) throw conflict('This account has an email address.')
    const mailbox = mailboxOf(email)
    const isAmong = (others: readonly { email: string | null }[]) =>
      others.some((other) => other.email !== null && mailboxOf(other.email) === mailbox)
    if (isAmong(people)) {
      const message = `Please enter ${learner.first_name}’s own address.`
      throw invalid(message, { email: message })
    }
    await audit(db, 'address_offered')
    // Ends that of a mistyped address: its reader must not be faster than whoever corrects it.
    await revokeMailedTokens(db, learnerId, 'add_address')
    if (await findAccountByEmail(db, email)) return
    // Refused aloud, a guess would find another guardian's address.
    if (isAmong(await listLinkedAddresses(db, learnerId))) return
    const to = await emailRecipient({ ...parts, db }, { email, first_name: learner.first_name })
    const token = await issueMailedToken(
      db,
      { userId: learnerId, email, madeBy: by },
      'add_address',
      parts.clock(),
    )
    await parts.mail.send(db, { ...addAddressEmail(to, token), about: learnerId })
  })
