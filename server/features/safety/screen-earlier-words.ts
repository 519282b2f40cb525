import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Attempt } from '#contract/evidence'
import { textsInWork } from '#features/attempts'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { isMinor } from '#rules/age'
import {
  findCallsForHelp,
  findHarmAtHome,
  reportableFindings,
  searchableText,
} from '#rules/messages'
import { householdNameMatcher, type IsName } from '#rules/text/names-at-home'
import { screenAdult } from '#rules/text/screening'
import { isAboutHome } from '#rules/withheld'

import { reportInThread } from './report-in-thread.ts'
import { reportCrisesInWork } from './screen-work.ts'
import { listWithHousehold } from './with-household.ts'

const AT_A_TIME = 100

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>

/**
 * Screens what somebody wrote while the account counted as an adult's, and what adults wrote to it, none of which is screened: the
 * birthday was wrong, and the family reads a minor's work and messages.
 */
export const screenEarlierWords = async (parts: Deps, learnerId: string): Promise<void> => {
  const [learner] = await listWithHousehold(parts.db, [learnerId])
  if (!learner) return
  const writer = { id: learnerId, isAtHome: householdNameMatcher(learner.at_home) }
  // First all that accuses somebody at home, whenever it was written: it decides who reads the other calls for help.
  for (const isHomeOnly of [true, false]) {
    await screenWork(parts, writer, isHomeOnly)
    await screenMessages(parts, writer, isHomeOnly)
  }
}

type Writer = { id: string; isAtHome: IsName }

const screenWork = async (
  parts: Deps,
  { id: learnerId, isAtHome }: Writer,
  isHomeOnly: boolean,
): Promise<void> => {
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
    .orderBy('submitted_at')
    .execute()
  for (const { id } of works) {
    await setImmediate()
    const texts = await textsOfWork(parts.db, id, learnerId)
    const found = findCallsForHelp([], texts.join('\n'), isAtHome)
    if (isHomeOnly && !isAboutHome({ found, texts, isAtHome })) continue
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
  const work = { blocks: blocks as Attempt['blocks'], reflection }
  return [...textsInWork(work), ...replies.map(({ words }) => words)]
}

const screenMessages = async (parts: Deps, learner: Writer, isHomeOnly: boolean): Promise<void> => {
  const today = parts.clock().toISOString().slice(0, 10)
  let after: { conversation_id: string; number: number } | undefined
  let before: Written[] = []
  for (;;) {
    const written: Written[] = await listWritten(parts.db, learner.id, after)
    for (const message of written) {
      const { conversation_id, author_id } = message
      before = before.filter((each) => each.conversation_id === conversation_id)
      await setImmediate()
      const isAdult = author_id !== learner.id && !isMinor(message, today)
      if (isAdult || author_id === learner.id) {
        const own = before.filter((each) => each.author_id === author_id).slice(-3)
        await screenMessage(
          parts,
          learner,
          { ...message, isAdult, isHomeOnly },
          own.map(searchableText),
        )
      }
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
  author_id: string
  author: string
  date_of_birth: string | null
  declared_adult: boolean
}

/** Messages of the learner's conversations, by whomever, but for those that a report about the learner quotes as reported. */
const listWritten = (
  db: Db,
  learnerId: string,
  after?: { conversation_id: string; number: number },
): Promise<Written[]> =>
  db
    .selectFrom('messages')
    .innerJoin('accounts as author', 'author.id', 'messages.author_id')
    .select(({ selectFrom, ref }) => [
      'conversation_id',
      'number',
      'text',
      'messages.created_at',
      'author.id as author_id',
      sql<string>`concat_ws(' ', ${ref('author.first_name')}, ${ref('author.last_name')})`.as(
        'author',
      ),
      'date_of_birth',
      'declared_adult',
      jsonArrayFrom(
        selectFrom('message_files')
          .innerJoin('files', 'files.id', 'message_files.file_id')
          .select('files.name')
          .whereRef('message_files.message_id', '=', 'messages.id'),
      ).as('files'),
    ])
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('author_id', '=', learnerId),
        exists(
          selectFrom('conversation_members as member')
            .select('member.user_id')
            .whereRef('member.conversation_id', '=', 'messages.conversation_id')
            .where('member.user_id', '=', learnerId),
        ),
      ]),
    )
    // As for work.
    .where(({ exists, not, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('safety_reports')
            .select('safety_reports.id')
            .whereRef('safety_reports.thread_id', '=', 'messages.conversation_id')
            .where('safety_reports.learner_id', '=', learnerId)
            .where(
              sql<boolean>`safety_reports.quoted @> jsonb_build_object('messages', jsonb_build_array(
                jsonb_build_object('reported', true, 'author_id', ${ref('author_id')}, 'text', ${ref('text')})))`,
            ),
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
  { id, isAtHome }: Writer,
  {
    conversation_id,
    number,
    author_id,
    author,
    created_at,
    isAdult,
    isHomeOnly,
    ...message
  }: Written & { isAdult: boolean; isHomeOnly: boolean },
  earlier: string[],
): Promise<void> => {
  const text = searchableText(message)
  const found = isAdult
    ? reportableFindings(screenAdult(earlier, text))
    : findCallsForHelp(earlier, text, isAtHome)
  const aboutHome = isAdult ? findHarmAtHome(text, isAtHome) : []
  const texts = [...earlier, text]
  if (isHomeOnly && !isAboutHome({ found: [...found, ...aboutHome], texts, isAtHome })) return
  const told = [
    // Families go on reading what an adult asked of the child.
    ...found.map((each) => ({ ...each, from: isAdult ? null : number })),
    ...aboutHome.map((each) => ({ ...each, severity: 'low' as const, from: number })),
  ]
  for (const { category, severity, from } of told) {
    await transaction(parts.db, (db) =>
      reportInThread(parts, db, {
        learnerId: id,
        threadId: conversation_id,
        number: from,
        category,
        severity,
        isForSafeguarding: isAdult,
        found: [...found, ...aboutHome],
        texts,
        isAtHome,
        messages: [
          { author_id, author, text, files: [], created_at, reported: true, delivered: true },
        ],
      }),
    )
  }
}
