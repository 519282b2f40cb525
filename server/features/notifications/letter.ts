import { paths } from '#contract/paths'
import type { Addressee } from '#features/site'
import type { Letter } from '#platform/mail'
import { inert } from '#rules/text/single-line'

const MOST_TITLES = 10

/** Lists notification titles, one per line; contents require signing in. */
export const notificationLetter = (
  to: Addressee,
  titles: readonly string[],
  token: string,
): Letter => {
  const left = titles.length - MOST_TITLES
  const [only] = titles
  const subject = titles.length === 1 && only ? inert(only) : `${titles.length} things are new`
  const page = `${to.publicUrl}${paths.emailSettings(token)}`
  return {
    to: to.email,
    siteName: to.siteName,
    subject: `${subject} on ${to.siteName}`,
    heading: `Hello ${inert(to.firstName)}, this is new`,
    paragraphs: [
      ...titles.slice(0, MOST_TITLES).map((title) => `• ${inert(title)}`),
      ...(left > 0 ? [`… and ${left} more.`] : []),
    ],
    action: { label: 'See everything', url: `${to.publicUrl}${paths.notifications}` },
    note: 'This email holds only what you have not seen yet. In your profile you choose what is emailed, and how often.',
    unsubscribe: { page, oneClick: `${to.publicUrl}/api/letters/${token}/unsubscribe` },
  }
}
