import { dropMessageFiles, leaveToReports } from '#features/files'
import { listUnquotedFiles } from '#features/safety'
import type { Db } from '#platform/database'

/** Takes files from their owner that no message contains any more: deletes those that no safety report quotes either. */
export const releaseFiles = async (db: Db, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return
  const sent = await db
    .selectFrom('message_files')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .execute()
  const inMessages = new Set(sent.map(({ file_id }) => file_id))
  const released = fileIds.filter((id) => !inMessages.has(id))
  const unquoted = await listUnquotedFiles(db, released)
  await dropMessageFiles(db, unquoted)
  await leaveToReports(
    db,
    released.filter((id) => !unquoted.includes(id)),
  )
}
