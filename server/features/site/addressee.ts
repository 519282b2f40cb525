import type { Parts } from '#platform/http'

import { findSettings } from './settings.ts'

/** Whom a letter goes to, and on whose behalf. */
export type EmailRecipient = {
  email: string
  firstName: string
  siteName: string
  publicUrl: string
}

export const emailRecipient = async (
  parts: Pick<Parts, 'db' | 'config'>,
  person: { email: string; first_name: string },
): Promise<EmailRecipient> => ({
  email: person.email,
  firstName: person.first_name,
  siteName: (await findSettings(parts)).site_name,
  publicUrl: parts.config.publicUrl,
})
