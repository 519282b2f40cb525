import { findConsentStates, hasLeftRoster, lockPerson } from '#features/family'
import { emailRecipient, hasAddress } from '#features/site'
import { transaction, yearsBefore } from '#platform/database'
import type { Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import { revokeMailedTokens } from '#platform/mail'
import { CONSENT_AGE } from '#rules/age'

import { accountOpenedEmail } from './emails.ts'
import { activateConsentedAccount } from './record-consent.ts'

/**
 * Opens accounts of children who turned 13 while consent was pending. An account that a guardian has stopped stays closed: a
 * birthday does not override an authorized guardian's decision.
 */
export const activateAccountsAtThirteen = async (parts: Parts): Promise<void> => {
  const today = parts.clock().toISOString().slice(0, 10)
  const grown = await parts.db
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'pending_consent')
    .where('date_of_birth', '<=', yearsBefore(today, CONSENT_AGE))
    .execute()
  await despiteFailures(grown, 'accounts', ({ id }) => open(parts, id))
}

const open = (parts: Parts, childId: string) =>
  transaction(parts.db, async (db) => {
    const child = await lockPerson(db, childId)
    if (child.status !== 'pending_consent') return
    if ((await findConsentStates(db, childId)).isStopped) return
    // Somebody who has left is suspended elsewhere; a waiting account is closed anyway.
    if (await hasLeftRoster(db, childId)) return
    await revokeMailedTokens(db, childId, 'consent')
    await activateConsentedAccount(parts, db, childId)
    if (!hasAddress(child)) return
    const letter = accountOpenedEmail(await emailRecipient({ ...parts, db }, child))
    await parts.mail.send(db, { ...letter, about: childId })
  })
