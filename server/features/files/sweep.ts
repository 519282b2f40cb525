import { rm, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import { unlessRemovalIsBlocked } from '#platform/database'
import { despiteFailures } from '#platform/jobs'
import { UNUSED_UPLOAD_DAYS } from '#rules/retention'

import { deleteFileRow, detachUnusedFiles, dropTakenOut, listOwners } from './queries.ts'
import { RESUMABLE_FOR_MS } from './resumable.ts'
import type { Storage } from './store-upload.ts'

/** Retention of unused uploads. */
export const UNUSED_FOR_MS = UNUSED_UPLOAD_DAYS * 24 * 60 * 60 * 1000

/** Longer than a request's files may take to arrive and to be examined. Without its hold, an upload reserves its space again. */
export const HOLD_FOR_MS = 60 * 60 * 1000

/** Owners whose work is read by one statement. */
const OWNERS_AT_ONCE = 100

/** Removes the owners of uploads that nothing has named for a week, such as pictures taken out of a draft: `sweepFiles` deletes them. */
export const sweepTakenOut = async ({
  db,
  clock,
}: Pick<Storage, 'db' | 'clock'>): Promise<void> => {
  const now = clock().toISOString()
  const unused = new Date(clock().getTime() - UNUSED_FOR_MS).toISOString()
  let after: string | undefined
  for (;;) {
    const owners = await listOwners(db, { after, limit: OWNERS_AT_ONCE })
    after = owners.at(-1)
    if (after === undefined) return
    await dropTakenOut(db, owners, { now, unused })
  }
}

/**
 * Deletes files that are not needed: unused for a week, unfinished for a day, held for an hour by a program that was killed, or left
 * by an erased account. Rows are deleted last, so that the next sweep recovers from a crash. Returns the number deleted.
 */
export const sweepFiles = async ({ db, files, clock }: Storage): Promise<number> => {
  const ago = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  const unneeded =
    (await unlessRemovalIsBlocked(db, (db) =>
      detachUnusedFiles(db, {
        unused: ago(UNUSED_FOR_MS),
        unfinished: ago(RESUMABLE_FOR_MS),
        held: ago(HOLD_FOR_MS),
      }),
    )) ?? []
  await despiteFailures(unneeded, 'files', async ({ id, storage_key }) => {
    await files.remove(storage_key)
    await deleteFileRow(db, id)
  })
  return unneeded.length
}

/** Deletes temporary files of crashed uploads, and folders of crashed roster imports. */
export const sweepScratch = async (scratch: string, now: Date): Promise<void> => {
  for (const name of await readdir(scratch).catch(() => [])) {
    const place = path.join(scratch, name)
    const found = await stat(place).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > RESUMABLE_FOR_MS)
      await rm(place, { recursive: true, force: true })
  }
}
