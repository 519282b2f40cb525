import { setImmediate } from 'node:timers/promises'

import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { findCallsForHelp, searchableText } from '#rules/messages'
import { householdNameMatcher, type IsName } from '#rules/text/names-at-home'

import { reportInThread } from './report-in-thread.ts'
import { reportCrisesInWork } from './screen-work.ts'
import { listWithHousehold } from './with-household.ts'

/** Queue of learners whose words nobody has screened, with the `learnerId` of each. */
export const EARLIER_WORDS_JOB = 'screen-earlier-words'

const AT_A_TIME = 100
/** A sentence may be written in several messages. */
const BEFORE = 3

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>

/**
 * Screens what somebody wrote while the account counted as an adult's, whose words are not screened: the birthday was wrong, and the
 * family reads a minor's work and messages.
 */
export const screenEarlierWords = async (parts: Deps, learnerId: string): Promise<void> => {
  const [learner] = await listWithHousehold(parts.db, [learnerId])
  if (!learner) return
  await screenWork(parts, learnerId)
  const isAtHome = householdNameMatcher(learner.at_home)
  const author = `${learner.first_name} ${learner.last_name}`
  await screenMessages(parts, { id: learnerId, author, isAtHome })
}

const screenWork = async (parts: Deps, learnerId: string): Promise<void> => {
  const works = await parts.db
    .selectFrom('attempts')
    .select('id')
    .where('learner_id', '=', learnerId)
    // The job may run again after a failure: what has been reported is not reported again.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('safety_reports')
            .select('safety_reports.id')
            .whereRef('safety_reports.attempt_id', '=', 'attempts.id'),
        ),
      ),
    )
    .execute()
  for (const { id } of works) {
    await setImmediate()
    const texts = await textsOfWork(parts.db, id, learnerId)
    await transaction(parts.db, (db) =>
      reportCrisesInWork(parts, db, { learnerId, attemptId: id, texts }),
    )
  }
}

/** Everything that a learner wrote in a piece of work and below it. */
const textsOfWork = async (db: Db, id: string, learnerId: string): Promise<string[]> => {
  const { blocks, reflection } = await db
    .selectFrom('attempts')
    .select(['blocks', 'reflection'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const replies = await db
    .selectFrom('attempt_comments')
    .select('words')
    .where('attempt_id', '=', id)
    .where('author_id', '=', learnerId)
    .orderBy('created_at')
    .execute()
  const parts = (blocks as Partial<Record<string, string>>[]).flatMap(
    ({ text, caption, alt, name, submitter }) =>
      submitter ? [] : [text ?? '', caption ?? '', alt ?? '', name ?? ''],
  )
  return [...parts, reflection ?? '', ...replies.map(({ words }) => words)]
}

type Writer = { id: string; author: string; isAtHome: IsName }

const screenMessages = async (parts: Deps, writer: Writer): Promise<void> => {
  let after: { conversation_id: string; number: number } | undefined
  let before: Written[] = []
  for (;;) {
    const written: Written[] = await listWritten(parts.db, writer.id, after)
    for (const message of written) {
      const { conversation_id } = message
      before = before.filter((each) => each.conversation_id === conversation_id).slice(-BEFORE)
      await setImmediate()
      await screenMessage(parts, writer, before, message)
      before.push(message)
    }
    if (written.length < AT_A_TIME) return
    after = written.at(-1)
  }
}

type Written = {
  conversation_id: string
  number: number
  text: string
  created_at: string
  files: { name: string }[]
}

const listWritten = (
  db: Db,
  authorId: string,
  after?: { conversation_id: string; number: number },
): Promise<Written[]> =>
  db
    .selectFrom('messages')
    .select(({ selectFrom }) => [
      'conversation_id',
      'number',
      'text',
      'created_at',
      jsonArrayFrom(
        selectFrom('message_files')
          .innerJoin('files', 'files.id', 'message_files.file_id')
          .select('files.name')
          .whereRef('message_files.message_id', '=', 'messages.id'),
      ).as('files'),
    ])
    .where('author_id', '=', authorId)
    // As for work.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('safety_reports')
            .select('safety_reports.id')
            .whereRef('safety_reports.thread_id', '=', 'messages.conversation_id')
            .whereRef('safety_reports.thread_number', '=', 'messages.number')
            .where('safety_reports.learner_id', '=', authorId),
        ),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('conversation_id', 'number'),
          '>',
          tuple(after!.conversation_id, after!.number),
        ),
      ),
    )
    .orderBy('conversation_id')
    .orderBy('number')
    .limit(AT_A_TIME)
    .execute()

const screenMessage = async (
  parts: Deps,
  { id, author, isAtHome }: Writer,
  before: readonly Written[],
  { conversation_id, number, created_at, ...message }: Written,
): Promise<void> => {
  const text = searchableText(message)
  const earlier = before.map(searchableText)
  const found = findCallsForHelp(earlier, text, isAtHome)
  for (const { category, severity } of found) {
    await transaction(parts.db, (db) =>
      reportInThread(parts, db, {
        learnerId: id,
        threadId: conversation_id,
        number,
        category,
        severity,
        isForSafeguarding: false,
        found,
        texts: [...earlier, text],
        isAtHome,
        messages: [
          {
            author_id: id,
            author,
            text,
            files: [],
            created_at,
            reported: true,
            delivered: true,
          },
        ],
      }),
    )
  }
}
