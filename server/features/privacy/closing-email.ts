import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

/** @param due ISO time after which the account may be erased */
export const closingEmail = (to: EmailRecipient, due: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your ${to.siteName} account will be deleted`,
  heading: 'Your account is closed',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, you asked to delete your account. On ${dayOf(due)} it will be erased with everything in it. Nobody else can see your work from now on.`,
    'If you change your mind before that day, sign in and choose "Keep my account".',
  ],
  action: { label: 'Keep my account', url: `${to.publicUrl}${paths.login}` },
  note: 'If this wasn’t you, sign in, keep the account and choose a new password.',
})

const dayOf = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
