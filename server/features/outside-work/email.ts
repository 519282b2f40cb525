import type { Email } from '#platform/mail'
import { OUTSIDE_KIND_NAMES, WITNESS_DAYS } from '#rules/outside-work'
import { publicName } from '#rules/text/display-name'
import { defuseLinks } from '#rules/text/single-line'

import type { OutsideWorkRow } from './queries.ts'

/** The question to a witness: no more about the learner than is needed to answer it. */
export const witnessEmail = (
  work: OutsideWorkRow,
  { to, siteName, url, now }: { to: string; siteName: string; url: string; now: Date },
): Email => {
  const learner = defuseLinks(publicName(work, now.toISOString().slice(0, 10)))
  return {
    to,
    about: [work.id, work.learner_id],
    siteName,
    subject: `Can you confirm ${learner}’s hours?`,
    heading: `Can you confirm ${learner}’s hours?`,
    paragraphs: [
      `Hello ${defuseLinks(work.witness_name)},`,
      `${learner} learns at ${siteName}, and has named you as somebody who can confirm this work: ${OUTSIDE_KIND_NAMES[work.kind].toLowerCase()}, ${defuseLinks(work.title)}, ${defuseLinks(work.organisation)}, from ${day(work.from_day)} to ${day(work.until_day)}, ${work.hours} hours.`,
      `${defuseLinks(work.asked_by_name ?? 'An advisor')} would like to count it towards a high-school diploma. Confirm the hours that you know of, or say that you can’t. It takes a minute, and you don’t need an account.`,
    ],
    action: { label: 'Answer', url },
    note: `The link works for ${WITNESS_DAYS} days. Your address is erased once you have answered. If you don’t know this person, say so on the page, or ignore this email: nothing is counted without your answer.`,
  }
}

const day = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
