import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

export const schoolLinkedEmail = (to: EmailRecipient, school: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `How you sign in to ${to.siteName} was changed`,
  heading: 'An account of your school signs you in',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, an account of ${school} was just linked with yours: it signs you in from now on.`,
    'If it was not you, choose a new password, sign in, and remove the link under "Signing in" on your profile.',
  ],
  action: { label: 'It was not me', url: `${to.publicUrl}${paths.forgotPassword}` },
})
