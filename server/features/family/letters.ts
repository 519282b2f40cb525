import { paths } from '#contract/paths'
import type { Addressee } from '#features/site'
import type { Letter } from '#platform/mail'
import { inert } from '#rules/text/single-line'

// People choose their names: in an email to someone else, `inert` reduces a name to one line without links.

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
    'Follow the link to see what is collected and who can see it, and to decide what you allow.',
  ],
  action: { label: 'Read and decide', url: `${to.publicUrl}${paths.consentRequest(token)}` },
  note: `If you do nothing, the account is deleted after ${days} days.`,
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
    'Follow the link to see what you could read and do. Sign in with this address, or register with it first.',
  ],
  action: { label: 'Read and decide', url: `${site.publicUrl}${paths.guardianInvitation(token)}` },
  note: 'The link works for seven days and only once. If you do not know what this is about, you can ignore this email.',
})

export const newGuardianLetter = (
  to: Addressee,
  learnerName: string,
  joinedName: string,
): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Somebody else looks after ${inert(learnerName)} on ${to.siteName} now`,
  heading: `${inert(joinedName)} looks after ${inert(learnerName)} now`,
  paragraphs: [
    `${inert(joinedName)} has joined those who look after ${inert(learnerName)}.`,
    'If you did not expect this, please write to us at once and we will look into it.',
  ],
  action: { label: 'Sign in', url: `${to.publicUrl}${paths.login}` },
})

export const overrideLetter = (to: Addressee, learnerName: string, ended: boolean): Letter => ({
  to: to.email,
  siteName: to.siteName,
  subject: `What you can see of ${inert(learnerName)} on ${to.siteName} has changed`,
  heading: ended
    ? `Your link with ${inert(learnerName)} has ended`
    : `What you can see of ${inert(learnerName)} has changed`,
  paragraphs: [
    'A member of our staff has made this change, with a reason that is on record.',
    'If you think it is wrong, please write to us.',
  ],
})

/** Emails for a thirteenth birthday, to the learner and to the guardians. */
export const thirteenLetters = {
  learner: (to: Addressee, hasGuardians: boolean): Letter => ({
    to: to.email,
    siteName: to.siteName,
    subject: `You are thirteen: what is yours on ${to.siteName} now`,
    heading: `Happy birthday, ${inert(to.firstName)}`,
    paragraphs: [
      'From thirteen on you decide yourself whether to publish your work, share your transcript and connect with others.',
      hasGuardians
        ? 'Those who look after you still see your work and your progress. What they allowed before stays as it is until you change it.'
        : 'What was allowed before stays as it is until you change it.',
    ],
    action: { label: 'See what is yours now', url: `${to.publicUrl}${paths.milestone}` },
  }),
  guardian: (to: Addressee, learnerName: string): Letter => ({
    to: to.email,
    siteName: to.siteName,
    subject: `${inert(learnerName)} is thirteen: what changes on ${to.siteName}`,
    heading: `${inert(learnerName)} is thirteen`,
    paragraphs: [
      `From now on ${inert(learnerName)} decides alone about publishing work, sharing the transcript and connecting with others. Your consent is no longer asked for, and no longer withdrawn here.`,
      'You still see what you saw: work, progress, plan and record. It is a good evening to talk about what to show to whom.',
    ],
    action: { label: 'See what changes for you', url: `${to.publicUrl}${paths.childMilestones}` },
  }),
}

/** Emails for an eighteenth birthday, to the learner and to the guardians. */
export const grownUpLetters = {
  learner: (to: Addressee, hasGuardians: boolean): Letter => ({
    to: to.email,
    siteName: to.siteName,
    subject: `You are of age: your ${to.siteName} account is yours alone`,
    heading: `Happy birthday, ${inert(to.firstName)}`,
    paragraphs: [
      'From eighteen on all of it is yours: nobody sees your work as your guardian unless you say so.',
      hasGuardians
        ? 'Those who looked after you no longer see anything. You can let each of them continue.'
        : 'You can invite somebody at any time.',
    ],
    action: { label: 'Decide who can continue', url: `${to.publicUrl}${paths.milestone}` },
  }),
  guardian: (to: Addressee, learnerName: string): Letter => ({
    to: to.email,
    siteName: to.siteName,
    subject: `${inert(learnerName)} is of age: your link on ${to.siteName} has ended`,
    heading: `${inert(learnerName)} is of age`,
    paragraphs: [
      `The rights to the account and the record have passed to ${inert(learnerName)}, so that you no longer see them. ${inert(learnerName)} can let you continue, and has been asked.`,
    ],
    action: { label: 'See what changes for you', url: `${to.publicUrl}${paths.childMilestones}` },
  }),
}
