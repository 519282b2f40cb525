import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

// People choose their names: in an email to someone else, `defuseLinks` reduces a name to one line without links.

export const consentEmail = (
  to: EmailRecipient,
  childName: string,
  token: string,
  days: number,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `${defuseLinks(childName)} would like to use ${to.siteName}: your consent is needed`,
  heading: `${defuseLinks(childName)} would like to learn with ${to.siteName}`,
  paragraphs: [
    `${defuseLinks(childName)} is under 13 and gave your address as parent or guardian. Until you agree, the account stays closed and nothing can be written into it.`,
    'Follow the link to see what is collected and who can see it, and to decide what you allow.',
  ],
  action: { label: 'Read and decide', url: `${to.publicUrl}${paths.consentRequest(token)}` },
  note: `If you do nothing, the account is deleted after ${days} days.`,
})

export const guardianInvitationEmail = (
  invited: { id: string; email: string },
  site: { siteName: string; publicUrl: string },
  names: { learner: string; inviter: string },
  token: string,
): Email => ({
  to: invited.email,
  about: invited.id,
  siteName: site.siteName,
  subject: `${defuseLinks(names.inviter)} invites you to follow ${defuseLinks(names.learner)} on ${site.siteName}`,
  heading: `Follow ${defuseLinks(names.learner)} on ${site.siteName}`,
  paragraphs: [
    `${defuseLinks(names.inviter)} would like you to see how ${defuseLinks(names.learner)} is getting on.`,
    'Follow the link to see what you could read and do. Sign in with this address, or register with it first.',
  ],
  action: { label: 'Read and decide', url: `${site.publicUrl}${paths.guardianInvitation(token)}` },
  note: 'The link works for seven days and only once. If you do not know what this is about, you can ignore this email.',
})

export const newGuardianEmail = (
  to: EmailRecipient,
  learnerName: string,
  joinedName: string,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Somebody else looks after ${defuseLinks(learnerName)} on ${to.siteName} now`,
  heading: `${defuseLinks(joinedName)} looks after ${defuseLinks(learnerName)} now`,
  paragraphs: [
    `${defuseLinks(joinedName)} has joined those who look after ${defuseLinks(learnerName)}.`,
    'If you did not expect this, please write to us at once and we will look into it.',
  ],
  action: { label: 'Sign in', url: `${to.publicUrl}${paths.login}` },
})

export const overrideEmail = (to: EmailRecipient, learnerName: string, ended: boolean): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `What you can see of ${defuseLinks(learnerName)} on ${to.siteName} has changed`,
  heading: ended
    ? `Your link with ${defuseLinks(learnerName)} has ended`
    : `What you can see of ${defuseLinks(learnerName)} has changed`,
  paragraphs: [
    'A member of our staff has made this change, with a reason that is on record.',
    'If you think it is wrong, please write to us.',
  ],
})

/** Emails for a thirteenth birthday, to the learner and to the guardians. */
export const thirteenthBirthdayEmails = {
  learner: (to: EmailRecipient, hasGuardians: boolean): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `You are thirteen: what is yours on ${to.siteName} now`,
    heading: `Happy birthday, ${defuseLinks(to.firstName)}`,
    paragraphs: [
      'From thirteen on you decide yourself whether to publish your work, share your transcript and connect with others.',
      hasGuardians
        ? 'Those who look after you still see your work and your progress. What they allowed before stays as it is until you change it.'
        : 'What was allowed before stays as it is until you change it.',
    ],
    action: { label: 'See what is yours now', url: `${to.publicUrl}${paths.milestone}` },
  }),
  guardian: (to: EmailRecipient, learnerName: string): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `${defuseLinks(learnerName)} is thirteen: what changes on ${to.siteName}`,
    heading: `${defuseLinks(learnerName)} is thirteen`,
    paragraphs: [
      `From now on ${defuseLinks(learnerName)} decides alone about publishing work, sharing the transcript and connecting with others. Your consent is no longer asked for, and no longer withdrawn here.`,
      'You still see what you saw: work, progress, plan and record. It is a good evening to talk about what to show to whom.',
    ],
    action: { label: 'See what changes for you', url: `${to.publicUrl}${paths.childMilestones}` },
  }),
}

/** Emails for an eighteenth birthday, to the learner and to the guardians. */
export const adulthoodEmails = {
  learner: (to: EmailRecipient, hasGuardians: boolean): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `You are of age: your ${to.siteName} account is yours alone`,
    heading: `Happy birthday, ${defuseLinks(to.firstName)}`,
    paragraphs: [
      'From eighteen on all of it is yours: nobody sees your work as your guardian unless you say so.',
      hasGuardians
        ? 'Those who looked after you no longer see anything. You can let each of them continue.'
        : 'You can invite somebody at any time.',
    ],
    action: { label: 'Decide who can continue', url: `${to.publicUrl}${paths.milestone}` },
  }),
  guardian: (to: EmailRecipient, learnerName: string): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `${defuseLinks(learnerName)} is of age: your link on ${to.siteName} has ended`,
    heading: `${defuseLinks(learnerName)} is of age`,
    paragraphs: [
      `The rights to the account and the record have passed to ${defuseLinks(learnerName)}, so that you no longer see them. ${defuseLinks(learnerName)} can let you continue, and has been asked.`,
    ],
    action: { label: 'See what changes for you', url: `${to.publicUrl}${paths.childMilestones}` },
  }),
}
