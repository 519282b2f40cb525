import { emailRecipient } from '#features/site'
import { transaction, yearsBefore } from '#platform/database'
import type { Parts } from '#platform/http'
import { CONSENT_AGE } from '#rules/age'
import { POLICY_GRACE_DAYS } from '#rules/consent'

import { policyEmail } from './emails.ts'
import { daysAfter, findNewestChange } from './queries.ts'
import { withdrawalUrl } from './withdrawal-link.ts'

/**
 * Asks guardians who consented to an older policy to consent to its material change; each is asked once. Nobody is asked for a child
 * who decides alone by now, nor who is suspended or leaves.
 */
export const askAgain = async (parts: Parts): Promise<void> => {
  const change = await findNewestChange(parts.db)
  if (!change) return
  const today = parts.clock().toISOString().slice(0, 10)
  const asked = await parts.db
    .selectFrom('standing_links as link')
    .innerJoin('accounts as child', 'child.id', 'link.learner_id')
    .leftJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
    .select([
      'link.id as link_id',
      'link.learner_id as child_id',
      'link.guardian_email as email',
      'link.guardian_name as first_name',
      'child.first_name as child_name',
    ])
    .where(({ eb, fn, val }) => eb(val('consent'), '=', fn.any('link.scopes')))
    .where('child.status', '=', 'active')
    .where('child.date_of_birth', '>', yearsBefore(today, CONSENT_AGE))
    .where(({ eb, or }) =>
      or([eb('guardian.id', 'is', null), eb('guardian.status', '=', 'active')]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('consents')
          .select('consents.id')
          .whereRef('consents.child_id', '=', 'link.learner_id')
          .whereRef('consents.guardian_email', '=', 'link.guardian_email')
          .where('consents.confirmed_at', 'is not', null)
          .where('consents.kind', '=', 'given'),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('consents')
            .select('consents.id')
            .whereRef('consents.child_id', '=', 'link.learner_id')
            .whereRef('consents.guardian_email', '=', 'link.guardian_email')
            .where('consents.confirmed_at', 'is not', null)
            .where('consents.policy_version', '>=', change.version),
        ),
      ),
    )
    .execute()
  for (const guardian of asked) {
    await transaction(parts.db, async (db) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('policy_requests')
        .values({
          child_id: guardian.child_id,
          guardian_email: guardian.email,
          policy_version: change.version,
          asked_at: parts.clock().toISOString(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return
      const to = await emailRecipient({ ...parts, db }, guardian)
      const letter = policyEmail(to, guardian.child_name, {
        until: daysAfter(change.since, POLICY_GRACE_DAYS),
        withdrawalUrl: withdrawalUrl(parts, guardian.link_id),
      })
      await parts.mail.send(db, { ...letter, about: guardian.child_id })
    })
  }
}
