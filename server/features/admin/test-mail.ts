import type { NotNull } from 'kysely'

import { findSettings, storeSetting } from '#features/site'
import { transaction } from '#platform/database'
import { type Audit, conflict, type Parts } from '#platform/http'
import type { Email } from '#platform/mail'

/** Setting with the time of the last test email that was accepted. */
export const MAIL_TESTED = 'mail_tested_at'

/** Sends a test email to an admin, and records that it was accepted. @throws 409 with the mail server's answer */
export const testMail = async (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>,
  audit: Audit,
  adminId: string,
): Promise<{ to: string }> => {
  const { db, clock, mail } = parts
  const { email: to } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', adminId)
    // Only learners may lack an address.
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirstOrThrow()
  const { site_name } = await findSettings(parts)
  await mail.test(testEmail(to, site_name)).catch((error: unknown) => {
    throw conflict(
      `The test email was not sent: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  await transaction(db, async (db) => {
    await storeSetting(db, MAIL_TESTED, clock().toISOString())
    await audit(db, 'mail_tested')
  })
  return { to }
}

const testEmail = (to: string, siteName: string): Email => ({
  to,
  siteName,
  subject: `Test email of ${siteName}`,
  heading: 'Email works',
  paragraphs: [
    `You asked ${siteName} for this test email. It has arrived, so invitations and confirmations can arrive as well.`,
    'Was it among junk mail? Then add SPF, DKIM and DMARC records to your domain before you invite families.',
  ],
})
