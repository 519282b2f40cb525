import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB, Db } from '#platform/database'
import { MESSAGES_BEFORE } from '#rules/withheld'

import { accusedAdults, isGrownUp, quotedWords, wordsIn } from './impartial.ts'
import { earlierReportsOfHarm } from './withheld.ts'

// A person may have been named a few messages before the reported one. A report stores the words of those messages: when they are
// deleted, whoever is named in them must still not read it.

/** Every other message of a conversation with the tutor is an answer. */
const RANGE = sql.lit(2 * MESSAGES_BEFORE)
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

/** Earlier reports whose words are stored with a call for help, the learner's own and the newest first. */
const MAX_EARLIER = sql.lit(8)
/** Of the words of earlier reports. Somebody may write for an hour; what was reported comes first. */
const MAX_EARLIER_WORDS = sql.lit(10_000)
const MAX_AROUND_WORDS = sql.lit(2000)

/**
 * For a call for help: staff who are named in earlier reports of harm, or accused of what they wrote to the learner, do not read it
 * either.
 */
export const rememberEarlier = (db: Db, { id, learnerId }: { id: string; learnerId: string }) =>
  db
    .updateTable('safety_reports as report')
    .set({
      earlier_words: sql<string[]>`array(
        with earlier as (
          select *, case when learner_id = ${learnerId} then 0 else 3 end as of_others
          from safety_reports
          where id in ${earlierReportsOfHarm(learnerId)} and id <> ${id}
          order by of_others, created_at desc
          limit ${MAX_EARLIER}
        )
        select word from (
          select of_others as place, unnest(quoted_words || ${wordsIn(
            sql`(select string_agg(message ->> 'author', ' ')
              from jsonb_path_query(quoted, '$.messages[*] ? (@.reported == true)') as message
              join accounts as author on author.id = (message ->> 'author_id')::uuid
              where ${isGrownUp('author')} and category <> 'abuse')`,
          )}) as word from earlier
          union all
          select of_others + 1, unnest(earlier_words) from earlier
          union all
          select of_others + 2, unnest(context_words[1:${MAX_AROUND_WORDS}]) from earlier
        ) as said
        group by word order by min(place) limit ${MAX_EARLIER_WORDS})`,
    })
    .where('report.id', '=', id)
    .execute()

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

/** In characters; with more, the question before an answer would have to be searched for. */
const MAX_AROUND = sql.lit(5000)

type Place = { threadId: string | null; number: number | null; attemptId?: string }

/** Returns what anybody wrote shortly before, in a conversation between people or about a piece of work, newest first. */
export const findWordsAround = async (
  db: Db,
  { threadId, number, attemptId }: Place,
): Promise<string> => {
  const said =
    attemptId === undefined
      ? sql`select text as words, number as place from messages
          where conversation_id = ${threadId} and number between ${number}::int - ${sql.lit(MESSAGES_BEFORE)} and ${number}::int - 1`
      : sql`select words, extract(epoch from created_at) as place from attempt_comments where attempt_id = ${attemptId}
          union all
          select earlier.comment, extract(epoch from earlier.decided_at) from attempts as now
          join attempts as earlier on earlier.learner_id = now.learner_id and earlier.task_id = now.task_id
          where now.id = ${attemptId} and earlier.comment is not null
          union all
          select jsonb_path_query_array(blocks, '$[*].text') #>> '{}', extract(epoch from submitted_at) from attempts
          where id = ${attemptId}`
  const { rows } = await sql<{ words: string }>`
    select left(coalesce(string_agg(words, E'\\n' order by place desc), ''), ${MAX_AROUND}) as words
    from (select * from (${said}) as said order by place desc limit ${sql.lit(MESSAGES_BEFORE)}) as latest`.execute(
    db,
  )
  return rows[0]!.words
}
