import type { Letter } from '#platform/mail'
import { inert } from '#rules/single-line'

// People choose their names: in a letter to somebody else they are one line without links, whatever they hold.

type To = { email: string; firstName: string; siteName: string; publicUrl: string }

const linkTo = (to: To, path: string) => `${to.publicUrl}${path}`

export const verificationLetter = (to: To, token: string): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Confirm your email address for ${to.siteName}`,
  heading: `Welcome, ${inert(to.firstName)}!`,
  paragraphs: ['Please confirm that this is your email address. Then you can sign in and start.'],
  action: { label: 'Confirm email address', url: linkTo(to, `/verify-email?token=${token}`) },
  note: 'The link works for 48 hours. If you did not create an account, you can ignore this mail.',
})

export const resetLetter = (to: To, token: string): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Choose a new password for ${to.siteName}`,
  heading: 'Choose a new password',
  paragraphs: [
    `Hello ${inert(to.firstName)}, someone (hopefully you) asked for a new password for this account.`,
  ],
  action: { label: 'Choose a new password', url: linkTo(to, `/reset-password?token=${token}`) },
  note: 'The link works for one hour and only once. If it was not you, nothing has changed and you can ignore this mail.',
})

export const consentLetter = (to: To, childName: string, token: string, days: number): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `${inert(childName)} would like to use ${to.siteName}: your consent is needed`,
  heading: `${inert(childName)} would like to learn with ${to.siteName}`,
  paragraphs: [
    `${inert(childName)} is under 13 and gave your address as parent or guardian. Until you agree, the account stays closed and nothing can be written into it.`,
    'Behind the link you see what is collected, who can see it, and you decide what you allow.',
  ],
  action: { label: 'Read and decide', url: linkTo(to, `/consent/${token}`) },
  note: `If you do nothing, the account is deleted after ${days} days.`,
})

export const consentCodeLetter = (to: To, childName: string, code: string): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your confirmation code: ${code}`,
  heading: `Confirm your consent for ${inert(childName)}`,
  paragraphs: [`Your code is ${code}. Enter it on the page where you gave your consent.`],
  note: 'The code works for one hour. If you did not give consent, do not pass it on.',
})

export const passwordChangedLetter = (to: To): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your ${to.siteName} password was changed`,
  heading: 'Your password was changed',
  paragraphs: [
    `Hello ${inert(to.firstName)}, the password of your account was just changed, and every other session was signed out.`,
  ],
  action: { label: 'It was not me', url: linkTo(to, '/forgot-password') },
})

/** @param due ISO time from which on the account can be gone */
export const closingLetter = (to: To, due: string): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your ${to.siteName} account will be deleted`,
  heading: 'Your account is closed',
  paragraphs: [
    `Hello ${inert(to.firstName)}, you asked to delete your account. On ${dayOf(due)} it will be erased with everything in it. Nobody else can see your work from now on.`,
    'If you change your mind before that day, sign in and choose "Keep my account".',
  ],
  action: { label: 'Keep my account', url: linkTo(to, '/login') },
  note: 'If it was not you, sign in, keep the account and choose a new password.',
})

const dayOf = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
