import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

const NOT_ME = 'This wasn’t me'

const letter = (
  to: EmailRecipient,
  subject: string,
  sentences: string[],
  action: Email['action'],
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject,
  heading: subject,
  paragraphs: [`Hello ${defuseLinks(to.firstName)}, ${sentences[0]}`, ...sentences.slice(1)],
  action,
})

const newPassword = (to: EmailRecipient) => ({
  label: NOT_ME,
  url: `${to.publicUrl}${paths.forgotPassword}`,
})

const WHAT = { totp: 'an authenticator app', passkey: 'a passkey', codes: 'new recovery codes' }

export const factorAddedEmail = (to: EmailRecipient, what: keyof typeof WHAT): Email =>
  letter(
    to,
    `How you sign in to ${to.siteName} was changed`,
    [
      `your account now has ${WHAT[what]}.`,
      'If this wasn’t you, choose a new password, sign in, and look at "Signing in" on your profile.',
    ],
    newPassword(to),
  )

/** To guardians who decide for a child. */
export const childFactorEmail = (
  to: EmailRecipient,
  { id, first_name }: { id: string; first_name: string },
): Email => {
  const child = defuseLinks(first_name)
  const subject = `${child}’s account on ${to.siteName} now has a second factor`
  return {
    to: to.email,
    about: id,
    siteName: to.siteName,
    subject,
    heading: subject,
    paragraphs: [
      `From now on, signing in as ${child} takes an authenticator app or a passkey as well, and a sign-in card has ended.`,
      `If neither you nor ${child} know anything about it, please write to us: staff can remove it.`,
    ],
    action: { label: `See ${child}’s page`, url: `${to.publicUrl}${paths.child(id)}` },
  }
}

export const factorRemovedEmail = (to: EmailRecipient, what: 'totp' | 'passkey'): Email =>
  letter(
    to,
    `How you sign in to ${to.siteName} was changed`,
    [
      what === 'totp'
        ? 'the authenticator app of your account was just removed.'
        : 'a passkey of your account was just removed.',
    ],
    newPassword(to),
  )

export const secondFactorResetEmail = (to: EmailRecipient): Email =>
  letter(
    to,
    `Your second factor for ${to.siteName} was removed`,
    [
      'an administrator removed the second factor of your account, because it was reported lost. Until you set up another, you sign in with your password alone. All sessions have been ended.',
      'If you did not ask for this, choose a new password now and tell the administrators.',
    ],
    newPassword(to),
  )

export const recoveryCodeUsedEmail = (to: EmailRecipient, left: number): Email =>
  letter(
    to,
    `A recovery code for ${to.siteName} was used`,
    [
      `one of your recovery codes was just used. ${left === 1 ? 'One is' : `${left} are`} left; you can create new ones in your profile.`,
    ],
    newPassword(to),
  )

export const triesUsedUpEmail = (to: EmailRecipient): Email =>
  letter(
    to,
    `Someone may know your ${to.siteName} password`,
    [
      'someone entered your correct password and then tried several codes to sign in to your account. They didn’t get in.',
      'If this wasn’t you, choose a new password now.',
    ],
    { label: 'Choose a new password', url: `${to.publicUrl}${paths.forgotPassword}` },
  )
