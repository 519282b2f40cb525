import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

const dayOf = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))

// People choose their names: in an email to someone else, `defuseLinks` reduces a name to one line without links.

export const consentEmail = (
  to: EmailRecipient,
  childName: string,
  token: string,
  {
    isFromSchool,
    canAskAgain,
    days,
    due,
  }: {
    isFromSchool: boolean
    /** The child can have this email sent again. Without an address, the teacher can. */
    canAskAgain: boolean
    days: number
    /** Time of erasure; null while a school's roster lists the child. */
    due: string | null
  },
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `${defuseLinks(childName)} would like to use ${to.siteName}: your consent is needed`,
  heading: `${defuseLinks(childName)} would like to learn with ${to.siteName}`,
  paragraphs: [
    isFromSchool
      ? `${defuseLinks(childName)}’s school uses ${to.siteName} and gave us your address as parent or guardian. ${defuseLinks(childName)} is under 13. Until you agree, the account stays closed and nothing can be written into it.`
      : `${defuseLinks(childName)} is under 13 and gave your address as parent or guardian. Until you agree, the account stays closed and nothing can be written into it.`,
    'Follow the link to see what we collect and who can see it, and to decide what to allow.',
  ],
  action: { label: 'Read and decide', url: `${to.publicUrl}${paths.consentRequest(token)}` },
  note: due
    ? `If you do nothing, the account and everything in it will be erased on ${dayOf(due)}.`
    : `If you do nothing, the account stays closed. It is erased with everything in it ${days} days after the school no longer lists ${defuseLinks(childName)}. ${canAskAgain ? defuseLinks(childName) : 'The school'} can have this email sent again.`,
})

export const guardianInvitationEmail = (
  invited: { id: string; learnerId: string; email: string },
  site: { siteName: string; publicUrl: string },
  names: { learner: string; inviter: string },
  token: string,
): Email => ({
  to: invited.email,
  about: [invited.id, invited.learnerId],
  siteName: site.siteName,
  subject: `${defuseLinks(names.inviter)} invites you to follow ${defuseLinks(names.learner)} on ${site.siteName}`,
  heading: `Follow ${defuseLinks(names.learner)} on ${site.siteName}`,
  paragraphs: [
    `${defuseLinks(names.inviter)} would like you to see how ${defuseLinks(names.learner)} is getting on.`,
    'Follow the link to see what you would be able to see and do. Sign in with this address, or register with it first.',
  ],
  action: { label: 'Read and decide', url: `${site.publicUrl}${paths.guardianInvitation(token)}` },
  note: 'The link works for seven days and only once. If you weren’t expecting this, you can ignore this email.',
})

export const newGuardianEmail = (
  to: EmailRecipient,
  learnerName: string,
  joinedName: string,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `${defuseLinks(learnerName)} has a new guardian on ${to.siteName}`,
  heading: `${defuseLinks(joinedName)} is now a guardian of ${defuseLinks(learnerName)}`,
  paragraphs: [
    `${defuseLinks(joinedName)} has joined ${defuseLinks(learnerName)}’s guardians.`,
    'If you didn’t expect this, please write to us straight away and we’ll look into it.',
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
    'A member of our staff made this change, and the reason is on record.',
    'If you think it is wrong, please write to us.',
  ],
})

/** Emails for a thirteenth birthday, to the learner and to the guardians. */
export const thirteenthBirthdayEmails = {
  learner: (to: EmailRecipient, hasGuardians: boolean): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `You’re thirteen: what you can now decide on ${to.siteName}`,
    heading: `Happy birthday, ${defuseLinks(to.firstName)}`,
    paragraphs: [
      'Now that you’re thirteen, you decide for yourself whether to publish your work, share your transcript and connect with others.',
      hasGuardians
        ? 'Your guardians can still see your work and progress. Anything they allowed before stays as it is until you change it.'
        : 'Anything allowed before stays as it is until you change it.',
    ],
    action: { label: 'See what’s changed', url: `${to.publicUrl}${paths.milestone}` },
  }),
  guardian: (to: EmailRecipient, learnerName: string): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `${defuseLinks(learnerName)} is thirteen: what changes on ${to.siteName}`,
    heading: `${defuseLinks(learnerName)} is thirteen`,
    paragraphs: [
      `From now on ${defuseLinks(learnerName)} decides alone about publishing work, sharing the transcript and connecting with others. Your consent is no longer asked for, and no longer withdrawn here.`,
      'You can still see their work, progress, plan and record. It’s a good time to talk about what to share, and with whom.',
    ],
    action: { label: 'See what changes for you', url: `${to.publicUrl}${paths.childMilestones}` },
  }),
}

/** Emails for an eighteenth birthday, to the learner and to the guardians. */
export const adulthoodEmails = {
  learner: (to: EmailRecipient, hasGuardians: boolean): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `You’re an adult: your ${to.siteName} account is yours alone`,
    heading: `Happy birthday, ${defuseLinks(to.firstName)}`,
    paragraphs: [
      'Now that you’re eighteen, your account is yours alone: nobody can see your work as your guardian unless you allow it.',
      hasGuardians
        ? 'Your former guardians can no longer see anything. You can choose to let any of them continue.'
        : 'You can invite someone at any time.',
      'A portfolio that you have published keeps your first name and an initial until you publish it anew; friends see your full name from today.',
    ],
    action: { label: 'Decide who can continue', url: `${to.publicUrl}${paths.milestone}` },
  }),
  guardian: (to: EmailRecipient, learnerName: string): Email => ({
    to: to.email,
    siteName: to.siteName,
    subject: `${defuseLinks(learnerName)} is now an adult: your link on ${to.siteName} has ended`,
    heading: `${defuseLinks(learnerName)} is now an adult`,
    paragraphs: [
      `The rights to the account and the record have passed to ${defuseLinks(learnerName)}, so you can no longer see them. ${defuseLinks(learnerName)} can let you continue, and has been asked.`,
    ],
    action: { label: 'See what changes for you', url: `${to.publicUrl}${paths.childMilestones}` },
  }),
}
