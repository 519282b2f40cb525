import { Readable } from 'node:stream'

import type { Db } from '#platform/database'
import type { Files } from '#platform/files'

import { examine, type UploadContent } from './examine.ts'
import { insertReservation, markStored } from './queries.ts'
import { withIncoming } from './receive.ts'

/**
 * Keeps bytes that the program itself brings along, examined like any upload. `insertBroughtFile` then makes them
 * somebody's; whoever crashes in between brings the same id again.
 * @param scratch a folder for files on their way
 */
export const importFile = (
  { files, scratch }: { files: Files; scratch: string },
  { id, name, bytes }: { id: string; name: string; bytes: Buffer },
): Promise<UploadContent> =>
  withIncoming(scratch, Readable.from([bytes]), name, async (incoming) => {
    const content = await examine(incoming, 'the program')
    await files.put(id, content.open(), content.size)
    return content
  })

/** The row of a file that `bringFile` has stored; `db` is the caller's transaction. */
export const insertImportedFile = async (
  db: Db,
  file: { id: string; ownerId: string; content: UploadContent },
  now: Date,
): Promise<void> => {
  await insertReservation(db, file.ownerId, { ...file.content, id: file.id })
  await markStored(db, file, file.content, now)
}
