import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

export type DecidedWork = {
  decision: 'accepted' | 'returned'
  /** Null for a task or quest of the learner's own: its title is the learner's words, which no email quotes. */
  task_title: string | null
  quest_title: string | null
}

const MAX_LISTED = 10

/**
 * Announces a review. Names tasks and quests, and quotes nothing: feedback is read on the page, by people with access.
 * @param about.child the learner, in an email to a guardian
 */
export const decidedEmail = (
  to: EmailRecipient,
  news: readonly DecidedWork[],
  { path, child }: { path: string; child?: { id: string; name: string } },
): Email => {
  const whose = child ? `${defuseLinks(child.name)}’s work` : 'Your work'
  const [reviewer, author] = child
    ? ['an advisor', defuseLinks(child.name)]
    : ['your advisor', 'you']
  const [only, ...others] = news
  const title = only && others.length === 0 ? only.task_title : null
  const heading = `${whose}${title === null ? '' : ` on ${quoted(title)}`} was read`
  const left = news.length - MAX_LISTED
  return {
    to: to.email,
    ...(child ? { about: child.id } : {}),
    siteName: to.siteName,
    subject: heading,
    heading,
    paragraphs: [
      `Hello ${defuseLinks(to.firstName)}, ${reviewer} has read what ${author} handed in: ${inWords(news)}.`,
      ...news.slice(0, MAX_LISTED).map(lineOf),
      ...(left > 0 ? [`… and ${left} more.`] : []),
      'The advisor’s comment is shown below the work, and you can answer it there.',
    ],
    action: { label: 'Read and answer', url: `${to.publicUrl}${path}` },
  }
}

const quoted = (title: string) => `“${defuseLinks(title)}”`

const RESULTS = { accepted: 'accepted', returned: 'returned with something to work on' }

/** "• “Count the birds” in “Birds of one street”: accepted" */
const lineOf = ({ decision, task_title, quest_title }: DecidedWork): string => {
  const task = task_title === null ? 'A task of one’s own' : quoted(task_title)
  const quest = quest_title === null ? '' : ` in ${quoted(quest_title)}`
  return `• ${task}${quest}: ${RESULTS[decision]}`
}

/** "2 pieces were accepted, and one piece was returned with something to work on". */
const inWords = (news: readonly DecidedWork[]): string => {
  const count = (wanted: string) => news.filter(({ decision }) => decision === wanted).length
  const [accepted, returned] = [count('accepted'), count('returned')]
  const parts = [
    accepted === 0 ? [] : `${pieces(accepted)} ${RESULTS.accepted}`,
    returned === 0 ? [] : `${pieces(returned)} ${RESULTS.returned}`,
  ]
  return parts.flat().join(', and ')
}

const pieces = (count: number) => (count === 1 ? 'one piece was' : `${count} pieces were`)
