import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { isMinor } from '#rules/age'
import { lureKindsIn } from '#rules/text/screening'

import { listReached } from './conversation.ts'
import { listMembers, lockConversation } from './queries.ts'
import { releaseFiles } from './release-files.ts'

/**
 * Deletes a person's own message, in the caller's transaction: its text and files are deleted, a placeholder stays, with the kinds of
 * lures that a minor's had. Reports retain their quotes, including files. Idempotent.
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
      .select(['conversation_id', 'hidden_from', 'deleted_at', 'text'])
      .where('id', '=', id)
      .where('author_id', '=', authorId)
      .executeTakeFirst()
  const seen = await find()
  if (!seen) throw notFound()
  const conversation = await lockConversation(db, seen.conversation_id)
  const own = await find()
  if (!own || own.deleted_at !== null) return
  const members = await listMembers(db, own.conversation_id)
  const author = members.find((each) => each.id === authorId)
  const now = clock().toISOString()
  const isByMinor = author !== undefined && isMinor(author, now.slice(0, 10))
  const lures = isByMinor ? lureKindsIn(own.text) : []
  await db
    .updateTable('messages')
    .set({ text: '', files: 0, deleted_at: now, lures: lures.length > 0 ? lures : null })
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
  const sentTo = members.flatMap((each) => (own.hidden_from.includes(each.id) ? [] : each.id))
  // Former advisors do not get even that event.
  const reached = await listReached({ clock, db }, authorId, conversation, sentTo)
  await changeEvents.publish(db, [authorId, ...reached], {
    kind: 'conversation',
    id: own.conversation_id,
  })
}
