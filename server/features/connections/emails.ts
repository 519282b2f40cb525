import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

/** Names only the child: the other person is shown on the page, to readers with access. */
export const askGuardianEmail = (
  to: EmailRecipient,
  child: { id: string; first_name: string },
): Email => {
  const name = defuseLinks(child.first_name)
  return {
    to: to.email,
    about: child.id,
    siteName: to.siteName,
    subject: `${name} would like to connect with someone on ${to.siteName}`,
    heading: `${name} would like to connect with someone`,
    paragraphs: [
      `For children under 13, a guardian decides on each connection. Until you do, the two can’t see or message each other.`,
      'On the family page, you can see who it is and allow or refuse the request.',
    ],
    action: {
      label: 'See the request',
      url: `${to.publicUrl}${paths.child(child.id)}#connections`,
    },
  }
}

/** Notifies staff that a report exists, without its content. @param isNamed false for admins, who have to designate a reader */
export const personReportEmail = (to: EmailRecipient, isNamed: boolean): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Someone was reported on ${to.siteName}`,
  heading: 'Someone was reported',
  paragraphs: [
    'One person has reported another.',
    isNamed
      ? 'You’ll find the report, and how the two were connected at the time, under the safety reports.'
      : 'There’s no safeguarding lead to read it. As an admin, you can’t see what it says: please name a safeguarding lead.',
  ],
  action: isNamed
    ? { label: 'Read the report', url: `${to.publicUrl}${paths.safety}` }
    : { label: 'Name a safeguarding lead', url: `${to.publicUrl}${paths.safeguarding}` },
})
