import { withholdAttempt } from '#features/attempts'
import { namesAtHomeOf } from '#features/family'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import { isMinor } from '#rules/age'
import { findCallsForHelp, findHarmAtHome } from '#rules/messages'
import { householdNameMatcher, NO_NAMES } from '#rules/text/names-at-home'
import { MAX_LENGTH } from '#rules/text/spelling'

import { reportInThread } from './report-in-thread.ts'

type Work = {
  learnerId: string
  attemptId: string
  /** The learner's earlier replies about this work, oldest first. */
  before?: readonly string[]
  /** All of the learner's texts, part by part. */
  texts: readonly string[]
}

/**
 * Reports work in which a minor mentions self-harm, harm by others or something sexual at home, in the caller's transaction. The work is always stored, for
 * the advisor to read; if it may concern someone at home, it is withheld from guardians (ADR 68). Other moderation categories are
 * left to the advisor: schoolwork also covers wars and crimes.
 */
export const reportCrisesInWork = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { learnerId, attemptId, before = [], texts }: Work,
): Promise<void> => {
  const written = texts.filter((text) => text.trim() !== '')
  if (written.length === 0) return
  const now = parts.clock()
  const learner = await db
    .selectFrom('accounts')
    .select(({ ref }) => [
      'first_name',
      'last_name',
      'date_of_birth',
      'declared_adult',
      namesAtHomeOf(ref('accounts.id')).as('at_home'),
    ])
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  if (!isMinor(learner, now.toISOString().slice(0, 10))) return
  const isAtHome = householdNameMatcher(learner.at_home)
  const text = excerptToScreen(written)
  const found = findCallsForHelp(before, text, isAtHome)
  for (const { category, severity } of found) {
    const { isWithheld } = await reportInThread(parts, db, {
      learnerId,
      threadId: null,
      number: null,
      attemptId,
      category,
      severity,
      isForSafeguarding: false,
      found,
      texts: [...before.slice(-3), ...written],
      before,
      isAtHome,
      messages: [
        {
          author_id: learnerId,
          author: `${learner.first_name} ${learner.last_name}`,
          text,
          files: [],
          created_at: now.toISOString(),
          reported: true,
          delivered: true,
        },
      ],
    })
    if (!isWithheld) continue
    await withholdAttempt(db, attemptId)
  }
}

type Answered = Omit<Work, 'before'> & { authorId: string }

/**
 * Withholds a minor's work from guardians, in the caller's transaction, if an advisor's comment could reveal harm at home to
 * them. Safeguarding can release it like any other report.
 */
export const withholdAnswersAboutHome = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { learnerId, attemptId, authorId, texts }: Answered,
): Promise<void> => {
  const text = excerptToScreen(texts)
  // Every name counts as someone at home.
  const [found] = findHarmAtHome(text, NO_NAMES)
  if (!found) return
  const now = parts.clock()
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'date_of_birth', 'declared_adult'])
    .where('id', 'in', [learnerId, authorId])
    .execute()
  const [learner, author] = [learnerId, authorId].map((id) =>
    people.find((each) => each.id === id)!,
  )
  if (!isMinor(learner!, now.toISOString().slice(0, 10))) return
  await reportInThread(parts, db, {
    learnerId,
    threadId: null,
    number: null,
    attemptId,
    category: found.category,
    severity: 'low',
    isForSafeguarding: true,
    found: [found],
    texts: [text],
    isAtHome: NO_NAMES,
    messages: [
      {
        author_id: authorId,
        author: `${author!.first_name} ${author!.last_name}`,
        text,
        files: [],
        created_at: now.toISOString(),
        reported: true,
        delivered: true,
      },
    ],
  })
  await withholdAttempt(db, attemptId)
}

/** Joins the parts into a text of at most `MAX_LENGTH` characters. Short parts come first; the middle of long ones is omitted. */
const excerptToScreen = (parts: readonly string[]): string => {
  const text = parts.toSorted((one, other) => one.length - other.length).join('.\n')
  if (text.length <= MAX_LENGTH) return text
  return `${text.slice(0, MAX_LENGTH / 2 - 1)} ${text.slice(-MAX_LENGTH / 2 + 1)}`
}
