import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB, Db } from '#platform/database'

import { accusedAdults, isGrownUp, quotedWords, wordsIn } from './impartial.ts'
import { earlierWithheld } from './withheld.ts'

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

/**
 * For a report that is withheld for earlier ones alone: staff who are named in these, or accused of what they wrote to the learner, do not
 * read it either.
 */
export const rememberEarlier = (db: Db, { id, learnerId }: { id: string; learnerId: string }) =>
  db
    .updateTable('safety_reports as report')
    .set({
      context_words: sql<string[]>`array(
        select unnest(report.context_words) union
        select unnest(earlier.context_words || earlier.quoted_words || ${wordsIn(
          sql`(select string_agg(message ->> 'author', ' ')
            from jsonb_path_query(earlier.quoted, '$.messages[*] ? (@.reported == true)') as message
            join accounts as author on author.id = (message ->> 'author_id')::uuid
            where ${isGrownUp('author')})`,
        )})
        from safety_reports as earlier
        where earlier.id in ${earlierWithheld(learnerId)} and earlier.id <> report.id)`,
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
