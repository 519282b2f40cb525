import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

type News = readonly { decision: 'accepted' | 'returned' }[]

/**
 * Announces a review. Quotes nothing: feedback is read on the page, by people with access.
 * @param about.child the learner, in an email to a guardian
 */
export const decidedEmail = (
  to: EmailRecipient,
  news: News,
  { path, child }: { path: string; child?: { id: string; name: string } },
): Email => {
  const whose = child ? `${defuseLinks(child.name)}’s work` : 'Your work'
  const [reviewer, author] = child
    ? ['an advisor', defuseLinks(child.name)]
    : ['your advisor', 'you']
  return {
    to: to.email,
    ...(child ? { about: child.id } : {}),
    siteName: to.siteName,
    subject: `${whose} was read`,
    heading: `${whose} was read`,
    paragraphs: [
      `Hello ${defuseLinks(to.firstName)}, ${reviewer} has read what ${author} handed in: ${inWords(news)}.`,
      'The advisor’s comment is shown below the work.',
    ],
    action: { label: 'Read it', url: `${to.publicUrl}${path}` },
  }
}

/** "2 pieces were accepted, and one piece was returned with something to work on". */
const inWords = (news: News): string => {
  const count = (wanted: string) => news.filter(({ decision }) => decision === wanted).length
  const [accepted, returned] = [count('accepted'), count('returned')]
  const parts = [
    accepted === 0 ? [] : `${pieces(accepted)} accepted`,
    returned === 0 ? [] : `${pieces(returned)} returned with something to work on`,
  ]
  return parts.flat().join(', and ')
}

const pieces = (count: number) => (count === 1 ? 'one piece was' : `${count} pieces were`)
