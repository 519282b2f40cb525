import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

/** To a person whose account was created by a roster import. */
export const choosePasswordEmail = (to: EmailRecipient, token: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your account at ${to.siteName}`,
  heading: `Welcome, ${defuseLinks(to.firstName)}!`,
  paragraphs: [
    `Your school has created an account for you at ${to.siteName}. Choose a password to sign in with this address.`,
  ],
  action: {
    label: 'Choose a password',
    url: `${to.publicUrl}${paths.resetPassword}?token=${token}`,
  },
  note: `The link works for 14 days and only once. By choosing a password you agree to the terms of use at ${to.publicUrl}/terms. If you don’t know this school, please ignore this email.`,
})

/** To the address that an account had before the school gave another one. Names neither the person nor the new address. */
export const formerAddressEmail = (to: EmailRecipient): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `This address no longer belongs to an account at ${to.siteName}`,
  heading: 'The address of an account has changed',
  paragraphs: [
    `Your school has given us another address for the account at ${to.siteName} that had this one. From now on, signing in and all emails use the new address. Links that we sent here before no longer work.`,
    'If you still use this address and didn’t expect this, please tell your school and write to us straight away.',
  ],
})

/** To the address that an account gets back because an import was undone. */
export const returnedAddressEmail = (to: EmailRecipient): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `This address belongs to your account again at ${to.siteName}`,
  heading: 'Your former address is back',
  paragraphs: [
    `Hello ${defuseLinks(to.firstName)}, your school had given us another address for your account at ${to.siteName}. That has been undone: from now on, you sign in with this address again.`,
    'If somebody has chosen a password in the meantime, it no longer works. Then choose a new one.',
  ],
  action: { label: 'Choose a new password', url: `${to.publicUrl}${paths.forgotPassword}` },
})

/** To the address that the school has given for an account that was in use before. */
export const confirmAddressEmail = (to: EmailRecipient, token: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Confirm your new address for ${to.siteName}`,
  heading: `Hello ${defuseLinks(to.firstName)}, please confirm your new address`,
  paragraphs: [
    `Your school has given us this address for your account at ${to.siteName}. Confirm it to continue; your password stays the same.`,
  ],
  action: {
    label: 'Confirm email address',
    url: `${to.publicUrl}${paths.verifyEmail}?token=${token}`,
  },
  note: 'The link works for 48 hours. You can ask for another when you sign in. If you don’t know this school, please ignore this email.',
})

/** To an admin: an import that nobody looks at waits or has failed. */
export const importEmail = (
  to: EmailRecipient,
  fileName: string,
  reason: string,
  path: string,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `An import at ${to.siteName} needs you`,
  heading: 'An import has not been applied',
  paragraphs: [`${defuseLinks(fileName)}: ${reason}`, 'Nothing has changed yet.'],
  action: { label: 'Look at the import', url: `${to.publicUrl}${path}` },
})
