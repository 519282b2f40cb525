import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

/** It names nobody but the child: who the other is stands on the page, for those who may see it. */
export const askGuardianEmail = (
  to: EmailRecipient,
  child: { id: string; first_name: string },
): Email => {
  const name = defuseLinks(child.first_name)
  return {
    to: to.email,
    about: child.id,
    siteName: to.siteName,
    subject: `${name} would like to connect with somebody on ${to.siteName}`,
    heading: `${name} would like to connect with somebody`,
    paragraphs: [
      `Under 13, a guardian decides on each connection. Until you do, the two see nothing of each other and cannot write to each other.`,
      'On the family page you see who it is, and allow it or not.',
    ],
    action: {
      label: 'Look at it',
      url: `${to.publicUrl}${paths.child(child.id)}#connections`,
    },
  }
}

/** To staff: that there is something to read, and not what. @param isNamed false for admins, who have to name a reader */
export const personReportEmail = (to: EmailRecipient, isNamed: boolean): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Somebody was reported on ${to.siteName}`,
  heading: 'Somebody was reported',
  paragraphs: [
    'A person has reported another one.',
    isNamed
      ? 'What they say, and how the two were connected at that moment, is under the safety reports.'
      : 'Nobody is named to read such reports. As an admin you do not see what it says: please name a member of staff for safeguarding.',
  ],
  action: isNamed
    ? { label: 'Read it', url: `${to.publicUrl}${paths.safety}` }
    : { label: 'Name somebody', url: `${to.publicUrl}${paths.safeguarding}` },
})
