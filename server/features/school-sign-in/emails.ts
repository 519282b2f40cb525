import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

export const schoolLinkedEmail = (to: EmailRecipient, school: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `How you sign in to ${to.siteName} was changed`,
  heading: 'You can now sign in with your school account',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, a ${school} account was just linked to yours: you can now sign in with it.`,
    'If this wasn’t you, choose a new password, sign in, and remove the link under "Signing in" on your profile.',
  ],
  action: { label: 'This wasn’t me', url: `${to.publicUrl}${paths.forgotPassword}` },
})
