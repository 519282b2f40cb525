import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB } from '#platform/database'

const eb = expressionBuilder<DB>()

/**
 * The number of the message from which on guardians see nothing of a conversation, because a report stands on it that may be
 * about one of them; null where they see all of it. What was there before stays, so that nothing seems to have vanished.
 */
export const heldBackFrom = (conversationId: Expression<string>) =>
  eb
    .selectFrom('safety_reports as held')
    .innerJoin('safety_report_messages as stands_on', 'stands_on.report_id', 'held.id')
    .innerJoin('tutor_messages as quoted', 'quoted.id', 'stands_on.message_id')
    .select(({ fn }) => fn.min<number | null>('quoted.number').as('number'))
    .where('held.conversation_id', '=', conversationId)
    .where('held.held_back', '=', true)
    .where('held.released_at', 'is', null)
    .$asScalar()

/** The same for a conversation between people, whichever of their families reads it. */
export const threadHeldBackFrom = (conversationId: Expression<string>) =>
  eb
    .selectFrom('conversations as thread')
    .select(({ ref, selectFrom }) =>
      sql<number | null>`least(${ref('thread.held_back_from')}, ${selectFrom(
        'safety_reports as held',
      )
        .select(({ fn }) => fn.min('held.thread_number').as('number'))
        .whereRef('held.thread_id', '=', 'thread.id')
        .where('held.held_back', '=', true)
        .where('held.released_at', 'is', null)})`.as('number'),
    )
    .where('thread.id', '=', conversationId)
    .$asScalar()
