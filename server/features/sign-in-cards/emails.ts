import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { CARD_SESSION_HOURS } from '#rules/sign-in-card'
import { defuseLinks } from '#rules/text/single-line'

type Learner = { id: string; first_name: string }

export const newCardEmail = (to: EmailRecipient, { id, first_name: child }: Learner): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `A new sign-in card for ${defuseLinks(child)} on ${to.siteName}`,
  heading: `${defuseLinks(child)} has a new sign-in card`,
  paragraphs: [
    `With the card, ${defuseLinks(child)} signs in without typing anything. Their old card has stopped working.`,
    `Whoever holds the card can sign in as ${defuseLinks(child)}, each time for ${CARD_SESSION_HOURS} hours. If it is lost, you or the teacher can end it at once and make another.`,
  ],
  action: { label: 'See and end the card', url: `${to.publicUrl}${paths.child(id)}` },
})

export const newPasswordLinkEmail = (
  to: EmailRecipient,
  { id, first_name: child }: Learner,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `A link for a new password for ${defuseLinks(child)} on ${to.siteName}`,
  heading: `${defuseLinks(child)} can choose a new password`,
  paragraphs: [
    `A link was made with which ${defuseLinks(child)} chooses a password. It works once. The new password replaces the old one and signs ${defuseLinks(child)} out everywhere.`,
    `If ${defuseLinks(child)} knows nothing about it, please ask the teacher.`,
  ],
  action: { label: `See ${defuseLinks(child)}’s page`, url: `${to.publicUrl}${paths.child(id)}` },
})

export const addAddressEmail = (to: EmailRecipient, token: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Add this address to an account on ${to.siteName}`,
  heading: 'Is this your email address?',
  paragraphs: [
    `Somebody would like to add this address to ${defuseLinks(to.firstName)}’s account on ${to.siteName}. With it, they can sign in and set a new password.`,
  ],
  action: {
    label: 'Add this address',
    url: `${to.publicUrl}${paths.verifyEmail}?token=${token}`,
  },
  note: 'The link works for 48 hours. If you don’t know this account, you can ignore this email and nothing changes.',
})
