import { dropMessageFiles } from '#features/files'
import { listUnquotedFiles } from '#features/safety'
import type { Db } from '#platform/database'

/** Deletes those of these files that no message and no safety report contains any more. */
export const releaseFiles = async (db: Db, fileIds: readonly string[]): Promise<void> => {
  const unquoted = await listUnquotedFiles(db, fileIds)
  if (unquoted.length === 0) return
  const sent = await db
    .selectFrom('message_files')
    .select('file_id')
    .where('file_id', 'in', unquoted)
    .execute()
  const inMessages = new Set(sent.map(({ file_id }) => file_id))
  await dropMessageFiles(
    db,
    unquoted.filter((id) => !inMessages.has(id)),
  )
}
