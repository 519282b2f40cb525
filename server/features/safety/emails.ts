import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import type { RecipientLevel, Severity } from '#rules/safety'
import { defuseLinks } from '#rules/text/single-line'

// Emails contain neither a child's words nor the subject: they may be read on a lock screen or by others.

const URGENCY = {
  high: 'It is marked as serious: please read it today, and be with your child before you try to find the right words.',
  medium: 'Please read it soon.',
  low: 'There is no hurry.',
} as const satisfies Record<Severity, string>

type About = { learnerId: string; firstName: string; severity: Severity }

export const noticeEmail = (to: EmailRecipient, reached: RecipientLevel, about: About): Email => ({
  to: to.email,
  about: about.learnerId,
  siteName: to.siteName,
  ...WORDS[reached](to, about),
  note: 'For your child’s sake, this email does not say what was written. Talk first, and calmly: most of the time it turns out to be something small.',
})

type Words = Pick<Email, 'subject' | 'heading' | 'paragraphs' | 'action'>

const WORDS = {
  guardians: (to, { learnerId, firstName, severity }) => ({
    subject: `Please take a look: a safety report about ${defuseLinks(firstName)}`,
    heading: `A safety report about ${defuseLinks(firstName)}`,
    paragraphs: [
      `Something in one of ${defuseLinks(firstName)}’s conversations should be seen by a grown-up. ${URGENCY[severity]}`,
    ],
    action: {
      label: 'Read the report',
      url: `${to.publicUrl}${paths.child(learnerId)}`,
    },
  }),
  advisor: (to, about) => forStaff(to, about, 'a learner in your care'),
  safeguarding: (to, about) => forStaff(to, about, 'a learner'),
  admins: (to) => ({
    subject: `A safety report is waiting, and there’s no safeguarding lead to read it`,
    heading: 'A safety report is waiting to be read',
    paragraphs: [
      'Nobody who could read it is available, or nobody has opened it in time. As an admin you can’t see what it says: please name a safeguarding lead, who will be notified immediately.',
    ],
    action: { label: 'Name a safeguarding lead', url: `${to.publicUrl}${paths.safeguarding}` },
  }),
} satisfies Record<RecipientLevel, (to: EmailRecipient, about: About) => Words>

const forStaff = (to: EmailRecipient, { severity }: About, whom: string): Words => ({
  subject: `Please take a look: a safety report about ${whom}`,
  heading: `A safety report about ${whom}`,
  paragraphs: [
    severity === 'high' ? 'It is marked as serious: please read it now.' : 'Please read it today.',
    'It came to you because it may not be for the family, or because nobody there has opened it in time.',
  ],
  action: { label: 'Read the report', url: `${to.publicUrl}${paths.safety}` },
})
