import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import type { Reached, Severity } from '#rules/safety'
import { defuseLinks } from '#rules/text/single-line'

// Emails contain neither a child's words nor the subject: they may be read on a lock screen or by others.

const URGENCY = {
  high: 'It is marked as serious: please read it today, and look for your child before you look for words.',
  medium: 'Please read it soon.',
  low: 'There is no hurry.',
} as const satisfies Record<Severity, string>

type About = { learnerId: string; firstName: string; severity: Severity }

export const noticeEmail = (to: EmailRecipient, reached: Reached, about: About): Email => ({
  to: to.email,
  about: about.learnerId,
  siteName: to.siteName,
  ...WORDS[reached](to, about),
  note: 'For the child’s sake, this email says nothing of what was written. Talk first, and calmly: most of it turns out to be small.',
})

type Words = Pick<Email, 'subject' | 'heading' | 'paragraphs' | 'action'>

const WORDS = {
  guardians: (to, { learnerId, firstName, severity }) => ({
    subject: `Please have a look: a safety report about ${defuseLinks(firstName)}`,
    heading: `A safety report about ${defuseLinks(firstName)}`,
    paragraphs: [
      `Something in a conversation of ${defuseLinks(firstName)}’s should be seen by a grown-up. ${URGENCY[severity]}`,
    ],
    action: {
      label: 'Read the report',
      url: `${to.publicUrl}${paths.child(learnerId)}`,
    },
  }),
  advisor: (to, about) => forStaff(to, about, 'a learner in your care'),
  safeguarding: (to, about) => forStaff(to, about, 'a learner'),
  admins: (to) => ({
    subject: `A safety report is waiting, and nobody is named to read it`,
    heading: 'A safety report is waiting for somebody to read it',
    paragraphs: [
      'Nobody who could read it is there, or has opened it in time. As an admin you do not see what it says: please name a member of staff for safeguarding, who is told at once.',
    ],
    action: { label: 'Name somebody', url: `${to.publicUrl}${paths.safeguarding}` },
  }),
} satisfies Record<Reached, (to: EmailRecipient, about: About) => Words>

const forStaff = (to: EmailRecipient, { severity }: About, whom: string): Words => ({
  subject: `Please have a look: a safety report about ${whom}`,
  heading: `A safety report about ${whom}`,
  paragraphs: [
    severity === 'high' ? 'It is marked as serious: please read it now.' : 'Please read it today.',
    'It came to you because it may not be for the family, or because nobody there has opened it in time.',
  ],
  action: { label: 'Read the report', url: `${to.publicUrl}${paths.safety}` },
})
