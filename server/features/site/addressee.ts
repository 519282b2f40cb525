import type { Parts } from '#platform/http'

import { findSettings } from './settings.ts'

/** Recipient of an email, and the site that sends it. */
export type EmailRecipient = {
  email: string
  firstName: string
  siteName: string
  publicUrl: string
}

/** False for learners without an email address: they get notifications only (decisions/0093). */
export const hasAddress = <P extends { email: string | null }>(
  person: P,
): person is P & { email: string } => person.email !== null

export const emailRecipient = async (
  parts: Pick<Parts, 'db' | 'config'>,
  person: { email: string; first_name: string },
): Promise<EmailRecipient> => ({
  email: person.email,
  firstName: person.first_name,
  siteName: (await findSettings(parts)).site_name,
  publicUrl: parts.config.publicUrl,
})
