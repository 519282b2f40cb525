import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

// People choose their names: in an email to someone else, `defuseLinks` reduces a name to one line without links.

const linkTo = (to: EmailRecipient, path: string) => `${to.publicUrl}${path}`

/**
 * Request to confirm an address. The password is chosen by whoever registers it, so its owner confirms only what they created.
 * @param isGuardians the address is that of a learner's guardian
 */
export const verificationEmail = (
  to: EmailRecipient,
  token: string,
  isGuardians: boolean,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Confirm your email address for ${to.siteName}`,
  heading: `Welcome, ${defuseLinks(to.firstName)}!`,
  paragraphs: [
    'Please confirm that this is your email address. Then you can sign in and start.',
    ...(isGuardians
      ? [
          'On this site, your address is that of a learner’s guardian. The account sees and decides for that learner as soon as you confirm, for whoever knows the password. If you did not create it yourself, do not confirm it, and please tell the school.',
        ]
      : []),
  ],
  action: {
    label: 'Confirm email address',
    url: linkTo(to, `${paths.verifyEmail}?token=${token}`),
  },
  note: 'The link works for 48 hours. If you did not create an account, do not open it: you can ignore this email.',
})

export const passwordResetEmail = (to: EmailRecipient, token: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Choose a new password for ${to.siteName}`,
  heading: 'Choose a new password',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, someone (hopefully you) asked for a new password for this account.`,
  ],
  action: {
    label: 'Choose a new password',
    url: linkTo(to, `${paths.resetPassword}?token=${token}`),
  },
  note: 'The link works for one hour and only once. If this wasn’t you, nothing has changed and you can ignore this email.',
})

export const passwordChangedEmail = (to: EmailRecipient): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your ${to.siteName} password was changed`,
  heading: 'Your password was changed',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, the password for your account was just changed, and every other session was signed out.`,
  ],
  action: { label: 'This wasn’t me', url: linkTo(to, paths.forgotPassword) },
})

/** To guardians who decide for a learner. */
export const addressAddedEmail = (
  to: EmailRecipient,
  { id, first_name }: { id: string; first_name: string },
): Email => {
  const name = defuseLinks(first_name)
  return {
    to: to.email,
    about: id,
    siteName: to.siteName,
    subject: `${name}’s account on ${to.siteName} now has an email address`,
    heading: `${name}’s account now has an email address`,
    paragraphs: [
      `Whoever reads mail at this address can choose a new password for the account, and sign in as ${name}.`,
      `If neither you nor ${name} know anything about it, please write to us straight away.`,
    ],
    action: { label: `See ${name}’s page`, url: linkTo(to, paths.child(id)) },
  }
}
