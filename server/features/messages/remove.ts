import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'

import { listReached } from './conversation.ts'
import { listMembers, lockConversation } from './queries.ts'
import { releaseFiles } from './release-files.ts'

/**
 * Deletes a person's own message, in the caller's transaction: its text and files are deleted, a placeholder stays. Reports
 * retain their quotes, including files. Idempotent.
 * @throws notFound for another person's message
 */
export const removeMessage = async (
  { clock, changeEvents }: Pick<Parts, 'clock' | 'changeEvents'>,
  db: Db,
  { authorId, id }: { authorId: string; id: string },
): Promise<void> => {
  const find = () =>
    db
      .selectFrom('messages')
      .select(['conversation_id', 'hidden_from', 'deleted_at'])
      .where('id', '=', id)
      .where('author_id', '=', authorId)
      .executeTakeFirst()
  const seen = await find()
  if (!seen) throw notFound()
  const conversation = await lockConversation(db, seen.conversation_id)
  const own = await find()
  if (!own || own.deleted_at !== null) return
  await db
    .updateTable('messages')
    .set({ text: '', files: 0, deleted_at: clock().toISOString() })
    .where('id', '=', id)
    .execute()
  const removed = await db
    .deleteFrom('message_files')
    .where('message_id', '=', id)
    .returning('file_id')
    .execute()
  await releaseFiles(
    db,
    removed.map(({ file_id }) => file_id),
  )
  const members = await listMembers(db, own.conversation_id)
  const sentTo = members.flatMap((each) => (own.hidden_from.includes(each.id) ? [] : each.id))
  // Former advisors do not get even that event.
  const reached = await listReached({ clock, db }, authorId, conversation, sentTo)
  await changeEvents.publish(db, [authorId, ...reached], {
    kind: 'conversation',
    id: own.conversation_id,
  })
}
