import type { Addressee } from '#features/site'
import type { Letter } from '#platform/mail'
import { inert } from '#rules/single-line'

// People choose their names: in a letter to somebody else they are one line without links, whatever they hold.

export const consentLetter = (
  to: Addressee,
  childName: string,
  token: string,
  days: number,
): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `${inert(childName)} would like to use ${to.siteName}: your consent is needed`,
  heading: `${inert(childName)} would like to learn with ${to.siteName}`,
  paragraphs: [
    `${inert(childName)} is under 13 and gave your address as parent or guardian. Until you agree, the account stays closed and nothing can be written into it.`,
    'Behind the link you see what is collected, who can see it, and you decide what you allow.',
  ],
  action: { label: 'Read and decide', url: `${to.publicUrl}/consent/${token}` },
  note: `If you do nothing, the account is deleted after ${days} days.`,
})

export const consentCodeLetter = (to: Addressee, childName: string, code: string): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your confirmation code: ${code}`,
  heading: `Confirm your consent for ${inert(childName)}`,
  paragraphs: [`Your code is ${code}. Enter it on the page where you gave your consent.`],
  note: 'The code works for one hour. If you did not give consent, do not pass it on.',
})

export const guardianInvitationLetter = (
  invited: { id: string; email: string },
  site: { siteName: string; publicUrl: string },
  names: { learner: string; inviter: string },
  token: string,
): Letter => ({
  to: invited.email,
  about: invited.id,
  siteName: site.siteName,
  subject: `${inert(names.inviter)} invites you to follow ${inert(names.learner)} on ${site.siteName}`,
  heading: `Follow ${inert(names.learner)} on ${site.siteName}`,
  paragraphs: [
    `${inert(names.inviter)} would like you to see how ${inert(names.learner)} is getting on.`,
    'Behind the link you see what you could read and do. Sign in with this address, or register with it first.',
  ],
  action: { label: 'Read and decide', url: `${site.publicUrl}/guardian-invitation/${token}` },
  note: 'The link works for seven days and only once. If you do not know what this is about, you can ignore this mail.',
})
