import { expressionBuilder } from 'kysely'
import type { Expression } from 'kysely'

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
