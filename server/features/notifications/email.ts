import { answerPath, paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

const MAX_TITLES = 10

/** Lists notification titles, one per line; contents require signing in. A single one has a link to its page or answer box. */
export const notificationEmail = (
  to: EmailRecipient,
  news: readonly { title: string; path: string }[],
  token: string,
): Email => {
  const titles = news.map(({ title }) => title)
  const left = titles.length - MAX_TITLES
  const [only] = titles
  const subject =
    titles.length === 1 && only ? defuseLinks(only) : `${titles.length} new notifications`
  const page = `${to.publicUrl}${paths.emailSettings(token)}`
  return {
    to: to.email,
    siteName: to.siteName,
    subject: `${subject} on ${to.siteName}`,
    heading: `Hello ${defuseLinks(to.firstName)}, this is new`,
    paragraphs: [
      ...titles.slice(0, MAX_TITLES).map((title) => `• ${defuseLinks(title)}`),
      ...(left > 0 ? [`… and ${left} more.`] : []),
    ],
    action: actionFor(to, news),
    note: 'This email contains only what you haven’t seen yet. You can choose what is emailed, and how often, in your profile.',
    unsubscribe: { page, oneClick: `${to.publicUrl}/api/letters/${token}/unsubscribe` },
  }
}

const actionFor = (
  to: EmailRecipient,
  news: readonly { path: string }[],
): NonNullable<Email['action']> => {
  const [only, ...others] = news
  if (!only || others.length > 0)
    return { label: 'See everything', url: `${to.publicUrl}${paths.notifications}` }
  const answer = answerPath(only.path)
  return answer
    ? { label: 'Read and answer', url: `${to.publicUrl}${answer}` }
    : { label: 'Open', url: `${to.publicUrl}${only.path}` }
}
