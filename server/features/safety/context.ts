import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB, Db } from '#platform/database'

import { accusedAdults, quotedWords, wordsIn } from './impartial.ts'

// A person may have been named a few messages before the reported one. A report stores the words of those messages: when they are
// deleted, whoever is named in them must still not read it.

/** Number of a learner's earlier messages that are searched for names. */
const EARLIER = 6
/** Every other message of a conversation with the tutor is an answer. */
const RANGE = sql.lit(2 * EARLIER)
/** In characters: of longer texts, the latest are read. */
const MAX_CONTEXT = sql.lit(100_000)

/** A report with more words around it is not added to: each is compared with the names of whoever may read it. */
export const MAX_CONTEXT_WORDS = 20_000

const report = expressionBuilder<DB & { report: DB['safety_reports'] }, 'report'>()

const remember = (db: Db, reportId: string, said: Expression<string | null>) =>
  db
    .updateTable('safety_reports as report')
    .set({
      context_words: sql<string[]>`array(
        select unnest(report.context_words) union select unnest(${wordsIn(said)}))`,
    })
    .where('report.id', '=', reportId)
    .execute()

/** To be called after each change of what a report quotes. */
export const rememberQuotes = (db: Db, reportId: string) =>
  db
    .updateTable('safety_reports as report')
    .set({ quoted_words: quotedWords })
    .where('report.id', '=', reportId)
    .execute()

/** For a text that a report does not quote. */
export const rememberText = (db: Db, reportId: string, text: string) =>
  remember(db, reportId, sql<string>`${text}::text`)

/** @param number of the reported message in a conversation between people */
export const rememberThread = (
  db: Db,
  reportId: string,
  { threadId, number }: { threadId: string; number: number },
) =>
  remember(
    db,
    reportId,
    report
      .selectFrom('messages as said')
      .select(
        sql<string>`left(string_agg(said.text, ' ' order by said.number desc), ${MAX_CONTEXT})`.as(
          'text',
        ),
      )
      .where('said.conversation_id', '=', threadId)
      .where(sql<boolean>`said.author_id <> all(${accusedAdults})`)
      .where(sql<boolean>`said.number between ${number}::int - ${RANGE} and ${number}::int`)
      .$asScalar(),
  )

/** @param messageId of the learner's reported message to the tutor */
export const rememberTalk = (db: Db, reportId: string, messageId: string) =>
  remember(
    db,
    reportId,
    report
      .selectFrom('tutor_messages as reported')
      .innerJoin('tutor_messages as said', 'said.conversation_id', 'reported.conversation_id')
      .select(sql<string | null>`string_agg(said.text, ' ')`.as('text'))
      .where('reported.id', '=', messageId)
      .where('said.author', '=', 'learner')
      .where(sql<boolean>`said.number between reported.number - ${RANGE} and reported.number`)
      .$asScalar(),
  )

/** Messages before an answer in which its question may stand. */
const ASKED_WITHIN = sql.lit(3)

type Place = { threadId: string | null; number: number | null; attemptId?: string }

/** Returns what others wrote directly before the learner, in a conversation between people or about a piece of work. */
export const findQuestions = async (
  db: Db,
  learnerId: string,
  { threadId, number, attemptId }: Place,
): Promise<string[]> => {
  const said =
    attemptId === undefined
      ? sql`select text as words, number::float8 as place from messages
          where conversation_id = ${threadId} and author_id <> ${learnerId}
            and number between ${number}::int - ${ASKED_WITHIN} and ${number}::int - 1`
      : sql`select words, extract(epoch from created_at)::float8 as place from attempt_comments
          where attempt_id = ${attemptId} and author_id <> ${learnerId}
          union all
          select earlier.comment, extract(epoch from earlier.decided_at) from attempts as now
          join attempts as earlier on earlier.learner_id = now.learner_id and earlier.task_id = now.task_id
          where now.id = ${attemptId} and earlier.comment is not null`
  const { rows } = await sql<{ words: string }>`
    select words from (${said}) as said order by place desc limit ${ASKED_WITHIN}`.execute(db)
  return rows.map(({ words }) => words)
}
