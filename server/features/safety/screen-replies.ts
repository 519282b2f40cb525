import { transaction } from '#platform/database'
import { DomainError, invalid, notFound, type Parts } from '#platform/http'
import { isMinor } from '#rules/age'
import { deliveryFor, findingsIn, reportableFindings } from '#rules/messages'
import { householdNameMatcher } from '#rules/text/names-at-home'
import { isFullyScreened } from '#rules/text/spelling'

import { reportInThread } from './report-in-thread.ts'
import { listWithHousehold } from './with-household.ts'

type Reply = {
  learnerId: string
  attemptId: string
  authorId: string
  /** Loads what the author has written about this work before, oldest first: a sentence may be written in several replies. */
  before: () => Promise<readonly string[]>
  texts: readonly string[]
}

/**
 * Moderates what an adult writes to a minor about their work, like a message to them. Findings are reported first. What may be
 * about home is not refused: see `withholdAnswersAboutHome`.
 * @throws 422 if it may not be stored; 400 if it is longer than moderation reads
 */
export const requireHarmlessReply = async (
  parts: Parts,
  { learnerId, attemptId, authorId, before, texts }: Reply,
): Promise<void> => {
  const text = texts.filter((each) => each.trim() !== '').join('\n')
  if (text === '') return
  const now = parts.clock()
  const people = await listWithHousehold(parts.db, [learnerId, authorId])
  const learner = people.find(({ id }) => id === learnerId)
  const author = people.find(({ id }) => id === authorId)
  if (!learner || !author) throw notFound()
  if (!isMinor(learner, now.toISOString().slice(0, 10))) return
  if (!isFullyScreened(text)) throw invalid(TOO_LONG)
  const isAtHome = householdNameMatcher(learner.at_home)
  const found = findingsIn({ before: await before(), text, isAtHome, isAdult: true })
  const isRefused = deliveryFor(found, { isAdult: true, isChecked: true }) === 'refuse'
  await transaction(parts.db, async (db) => {
    for (const { category, severity } of reportableFindings(found)) {
      await reportInThread(parts, db, {
        learnerId,
        threadId: null,
        number: null,
        attemptId,
        category,
        severity,
        isForSafeguarding: true,
        found,
        texts: [text],
        isAtHome,
        messages: [
          {
            author_id: authorId,
            author: `${author.first_name} ${author.last_name}`,
            text,
            files: [],
            created_at: now.toISOString(),
            reported: true,
            delivered: !isRefused,
          },
        ],
      })
    }
  })
  if (isRefused) throw new DomainError(422, 'not_sent', NOT_SENT)
}

const TOO_LONG = 'This is too long. Please send it in parts.'
const NOT_SENT =
  'This was not sent, because it may hurt someone. The people who look after children’s safety on this site have been told.'
