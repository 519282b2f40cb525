import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Attempt } from '#contract/evidence'
import type { Annotation, FeedbackThread, FeedbackEvent } from '#contract/reviews'
import { markAnswered, markAnswerRead } from '#features/attempts'
import { nameOf } from '#features/people'
import type { DB, Db } from '#platform/database'
import { conflict, notFound } from '#platform/http'
import { awaitedParty } from '#rules/decision'
import type { RubricFinding } from '#rules/rubric'

import { findAttemptForUpdate } from './decision-queries.ts'

const A_FORMER_ADVISOR = 'A former advisor'

type ConversationRow = {
  id: string
  state: Attempt['state']
  decisions: {
    decision: 'accepted' | 'returned'
    comment: string | null
    annotations: Annotation[]
    findings: RubricFinding[]
    decided_at: string
    by: string | null
    reopened_at: string | null
    reopened_because: string | null
    reopened_by: string | null
  }[]
  messages: {
    author: 'learner' | 'advisor' | 'guardian'
    words: string
    created_at: string
    by: string | null
  }[]
}

const eb = expressionBuilder<DB, 'attempts'>()

const nameOfId = (userId: Expression<string | null>) =>
  eb
    .selectFrom('accounts')
    .select(nameOf('accounts').as('name'))
    .where(({ eb }) => eb('accounts.id', '=', userId))

/** Feedback threads of attempts, ordered by attempt number. */
export const listConversations = async (
  db: Db,
  which: (where: typeof eb) => Expression<SqlBool>,
): Promise<FeedbackThread[]> => {
  const rows = await db
    .selectFrom('attempts')
    .select((select) => [
      'attempts.id',
      'attempts.state',
      jsonArrayFrom(
        select
          .selectFrom('decisions')
          .select(({ fn, ref }) => [
            'decisions.decision',
            'decisions.comment',
            'decisions.annotations',
            'decisions.findings',
            fn<string>('iso', ['decisions.decided_at']).as('decided_at'),
            nameOfId(ref('decisions.decided_by')).as('by'),
            fn<string | null>('iso', ['decisions.reopened_at']).as('reopened_at'),
            'decisions.reopened_because',
            nameOfId(ref('decisions.reopened_by')).as('reopened_by'),
          ])
          .whereRef('decisions.attempt_id', '=', 'attempts.id')
          .where('decisions.undone_at', 'is', null)
          .orderBy('decisions.decided_at'),
      ).as('decisions'),
      jsonArrayFrom(
        select
          .selectFrom('attempt_comments')
          .select(({ fn, ref }) => [
            'attempt_comments.author',
            'attempt_comments.words',
            fn<string>('iso', ['attempt_comments.created_at']).as('created_at'),
            nameOfId(ref('attempt_comments.author_id')).as('by'),
          ])
          .whereRef('attempt_comments.attempt_id', '=', 'attempts.id')
          .orderBy('attempt_comments.created_at'),
      ).as('messages'),
    ])
    .where(which)
    .orderBy('attempts.number')
    .$castTo<ConversationRow>()
    .execute()
  return rows.map(asConversation)
}

const asConversation = ({ id, state, decisions, messages }: ConversationRow): FeedbackThread => {
  const events: FeedbackEvent[] = [
    ...decisions.flatMap((each): FeedbackEvent[] => [
      {
        kind: each.decision,
        by: 'advisor',
        name: each.by ?? A_FORMER_ADVISOR,
        at: each.decided_at,
        words: each.comment,
        annotations: each.annotations,
        findings: each.findings,
      },
      ...(each.reopened_at === null
        ? []
        : [
            {
              kind: 'reopened' as const,
              by: 'advisor' as const,
              name: each.reopened_by ?? A_FORMER_ADVISOR,
              at: each.reopened_at,
              words: each.reopened_because,
              annotations: [],
              findings: [],
            },
          ]),
    ]),
    ...messages.map((each): FeedbackEvent => ({
      kind: 'message',
      by: each.author,
      name: each.by ?? (each.author === 'guardian' ? 'Family' : A_FORMER_ADVISOR),
      at: each.created_at,
      words: each.words,
      annotations: [],
      findings: [],
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return { attempt_id: id, events, turn: awaitedParty(state, events) }
}

const conversationOf = async (db: Db, attemptId: string): Promise<FeedbackThread> => {
  const [conversation] = await listConversations(db, (where) =>
    where('attempts.id', '=', attemptId),
  )
  if (!conversation) throw notFound()
  return conversation
}

type MessageInput = { authorId: string; words: string; now: Date }

/** Adds an advisor's message without a decision. `db` is a transaction. */
export const ask = async (
  db: Db,
  attemptId: string,
  { authorId, words, now }: MessageInput,
): Promise<FeedbackThread> => {
  const attempt = await findAttemptForUpdate(db, attemptId)
  if (!attempt) throw notFound()
  if (attempt.state === 'withdrawn') throw conflict('The learner has withdrawn this work.')
  const { learner_id } = attempt
  await insertMessage(db, { attemptId, learner_id, author: 'advisor', authorId, words, now })
  await markAnswerRead(db, attemptId)
  return conversationOf(db, attemptId)
}

/** Adds a learner's answer to an advisor's message. `db` is a transaction. */
export const answer = async (
  db: Db,
  attemptId: string,
  { authorId, words, now }: MessageInput,
): Promise<FeedbackThread> => {
  const attempt = await findAttemptForUpdate(db, attemptId)
  if (!attempt) throw notFound()
  const { events } = await conversationOf(db, attemptId)
  if (!events.some(({ by }) => by === 'advisor')) {
    throw conflict('You can reply once your advisor has commented on this work.')
  }
  const { learner_id, state } = attempt
  await insertMessage(db, { attemptId, learner_id, author: 'learner', authorId, words, now })
  // Pending work is in the queue anyway.
  if (state === 'accepted' || state === 'returned') await markAnswered(db, attemptId, now)
  return conversationOf(db, attemptId)
}

/** Number of a person's newest replies that are moderated together with the next one. */
const LOOKED_AT = 12

/** A person's newest replies about an attempt, oldest first. */
export const listOwnReplies = async (
  db: Db,
  attemptId: string,
  authorId: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('attempt_comments')
    .select(['words', 'created_at as at'])
    .where('attempt_id', '=', attemptId)
    .where('author_id', '=', authorId)
    .unionAll(
      db
        .selectFrom('decisions')
        .select([
          sql<string>`concat_ws(' ',
            (select string_agg(pinned ->> 'comment', ' ') from jsonb_array_elements(annotations) as pinned),
            subjects_because, comment)`.as('words'),
          'decided_at as at',
        ])
        .where('attempt_id', '=', attemptId)
        // The learner can read a comment until its decision is undone.
        .where('decided_by', '=', authorId),
    )
    .unionAll(
      db
        .selectFrom('decisions')
        .select(({ ref }) => [
          ref('reopened_because').$notNull().as('words'),
          ref('reopened_at').$notNull().as('at'),
        ])
        .where('attempt_id', '=', attemptId)
        .where('reopened_by', '=', authorId)
        .where('reopened_because', 'is not', null),
    )
    .orderBy('at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.map(({ words }) => words).toReversed()
}

/** Messages about an attempt by advisors, by the learner, and by guardians each: all are shown at once. */
const MAX_MESSAGES = 200

/**
 * Adds a message to the conversation about an attempt.
 * @throws conflict if there are as many as there may be
 */
export const insertMessage = async (
  db: Db,
  said: MessageInput & {
    attemptId: string
    learner_id: string
    author: ConversationRow['messages'][number]['author']
  },
): Promise<void> => {
  const { count } = await db
    .selectFrom('attempt_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attempt_id', '=', said.attemptId)
    .where('author', '=', said.author)
    .executeTakeFirstOrThrow()
  if (count >= MAX_MESSAGES) throw conflict(TOO_MANY[said.author])
  await db
    .insertInto('attempt_comments')
    .values({
      attempt_id: said.attemptId,
      learner_id: said.learner_id,
      author_id: said.authorId,
      author: said.author,
      words: said.words,
      created_at: said.now.toISOString(),
    })
    .execute()
}

const TOO_MANY = {
  learner:
    'There are a lot of replies about this work already. Please write to your advisor in a message.',
  advisor:
    'There are a lot of comments on this work already. Please write to the learner in a message.',
  guardian:
    'There are a lot of comments on this work already. Please write to the advisor in a message.',
} as const
