import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

/** To somebody whose account a roster has brought. */
export const choosePasswordEmail = (to: EmailRecipient, token: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your account at ${to.siteName}`,
  heading: `Welcome, ${defuseLinks(to.firstName)}!`,
  paragraphs: [
    `Your school has made an account for you at ${to.siteName}. Choose a password, and you can sign in with this address.`,
  ],
  action: {
    label: 'Choose a password',
    url: `${to.publicUrl}${paths.resetPassword}?token=${token}`,
  },
  note: `The link works for 14 days and only once. With your password you agree to the terms of use at ${to.publicUrl}/terms. If you do not know this school, please ignore this email.`,
})
