import type { Db } from '#platform/database'

import { heldBackFrom, threadHeldBackFrom } from './held-back.ts'

type Row = Record<string, unknown>
type Table = { table: string; rows: Row[] }

/** What staff have done about a report would say that there is one. */
const ABOUT_REPORTS = new Set(['safety_report_changed', 'safety_report_released'])

/**
 * Leaves out of a person's export what guardians are not to see: an export of a child opens for guardians as well, and lies on
 * the device of a child. Where it was written the child still reads all of it.
 */
export const withoutHeldBack = async (
  db: Db,
  learnerId: string,
  tables: readonly Table[],
): Promise<Table[]> => {
  const conversations = await db
    .selectFrom('tutor_conversations as conversation')
    .select(({ ref }) => ['conversation.id', heldBackFrom(ref('conversation.id')).as('from')])
    .where('conversation.learner_id', '=', learnerId)
    .execute()
  const threads = await db
    .selectFrom('conversation_members as member')
    .select(({ ref }) => [
      'member.conversation_id as id',
      threadHeldBackFrom(ref('member.conversation_id')).as('from'),
    ])
    .where('member.user_id', '=', learnerId)
    .execute()
  const threadFrom = new Map(threads.map((each) => [each.id, each.from ?? Infinity]))
  const from = new Map(conversations.map((each) => [each.id, each.from ?? Infinity]))
  const isShown: Record<string, (row: Row) => boolean> = {
    tutor_conversations: ({ id }) => from.get(String(id)) === Infinity,
    tutor_messages: ({ conversation_id, number }) =>
      Number(number) < (from.get(String(conversation_id)) ?? Infinity),
    messages: ({ conversation_id, number }) =>
      Number(number) < (threadFrom.get(String(conversation_id)) ?? Infinity),
    audit_log: ({ action, detail }) =>
      !ABOUT_REPORTS.has(String(action)) && (detail as Row)?.relation !== 'safeguarding',
  }
  return tables.map(({ table, rows }) => ({ table, rows: rows.filter(isShown[table] ?? all) }))
}

const all = () => true
