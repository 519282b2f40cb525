import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { defuseLinks } from '#rules/text/single-line'

import type { ChildWeek } from './week.ts'

const MAX_TITLES = 5

/** True if any child has something to report. */
export const hasNews = (children: readonly ChildWeek[]): boolean =>
  children.some((child) => linesOf(child).length > 0)

/** The week of a guardian's children, side by side. Only titles and numbers: teachers' texts and images require signing in. */
export const weeklyEmail = (
  to: EmailRecipient,
  children: readonly ChildWeek[],
  token: string,
): Email => {
  const names = inWords(children.map(({ first_name }) => defuseLinks(first_name)))
  const page = `${to.publicUrl}${paths.emailSettings(token)}`
  return {
    to: to.email,
    about: children.map(({ id }) => id),
    siteName: to.siteName,
    subject: `The week of ${names}`,
    heading: `The week of ${names}`,
    paragraphs: [`Hello ${defuseLinks(to.firstName)}, here is what happened this week.`],
    columns: children.map((child) => {
      const lines = linesOf(child)
      return {
        heading: defuseLinks(child.first_name),
        lines: lines.length > 0 ? lines : ['A quiet week: nothing was handed in.'],
      }
    }),
    action: { label: 'See the week', url: `${to.publicUrl}${paths.parentDashboard}` },
    note: `You get this email on Sunday evenings because you are a guardian of ${names}. There is no email after a week without news.`,
    unsubscribe: { page, oneClick: `${to.publicUrl}/api/letters/${token}/unsubscribe` },
  }
}

const linesOf = (child: ChildWeek): string[] => [
  ...about(
    'Handed in',
    child.handed_in.map(({ task, quest }) =>
      quest === null
        ? OWN_TASK
        : `${task === null ? OWN_TASK : quoted(task)} (${defuseLinks(quest)})`,
    ),
  ),
  ...whenAny(child.pictures, (count) =>
    count === 1 ? '1 picture: sign in to see it.' : `${count} pictures: sign in to see them.`,
  ),
  ...about('Read by the teacher', decided(child)),
  ...about(
    'Completed',
    child.completed.map(({ title }) => titleOf(title)),
  ),
  ...about(
    child.badges.length === 1 ? 'New badge' : 'New badges',
    child.badges.map(({ title }) => quoted(title)),
  ),
  ...about(
    'Planned next',
    child.planned.map(({ title, day }) => `${titleOf(title)} for ${weekday(day)}`),
  ),
]

const decided = ({ accepted, returned }: ChildWeek): string[] => [
  ...whenAny(accepted, (count) => `${pieces(count)} accepted`),
  ...whenAny(returned, (count) => `${pieces(count)} returned with something to work on`),
]

const about = (what: string, things: readonly string[]): string[] => {
  if (things.length === 0) return []
  const left = things.length - MAX_TITLES
  const shown = left > 0 ? [...things.slice(0, MAX_TITLES), `${left} more`] : things
  return [`${what}: ${inWords(shown)}.`]
}

const whenAny = (count: number, say: (count: number) => string): string[] =>
  count > 0 ? [say(count)] : []

const OWN_TASK = 'a task of their own'

const titleOf = (quest: string | null) => (quest === null ? 'a quest of their own' : quoted(quest))

const quoted = (title: string) => `“${defuseLinks(title)}”`

const pieces = (count: number) => (count === 1 ? 'one piece' : `${count} pieces`)

const inWords = (things: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(things)

const weekday = (day: string) =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
