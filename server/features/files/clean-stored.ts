import { type Db, unlessRemovalIsBlocked } from '#platform/database'
import type { Files } from '#platform/files'
import { DomainError } from '#platform/http'
import { despiteFailures } from '#platform/jobs'

import { examine, type IncomingUpload } from './examine.ts'
import {
  deleteFileRow,
  findFile,
  listOutdated,
  listUnsanitized,
  markCleaned,
  replaceByCleaned,
  reserveCleaned,
} from './queries.ts'
import { withIncoming } from './receive.ts'

const AT_A_TIME = 20
/** Per run of the job: after a change of the cleaner they may be all documents of a site. */
const OUTDATED_AT_A_TIME = 100

type Stock = { db: Db; files: Files }
type Stored = Awaited<ReturnType<typeof listUnsanitized>>[number]

/**
 * Sanitizes uploads that were stored unsanitized under load, then some that an older cleaner has rewritten. The result gets a
 * storage key of its own, so a crash at any point leaves a complete file, and a row for the sweep that names the other.
 */
export const cleanStoredFiles = async (stock: Stock, scratch: string): Promise<void> => {
  const { db } = stock
  for (let left = AT_A_TIME; left === AT_A_TIME;) {
    const waiting = await listUnsanitized(db, AT_A_TIME)
    if (!(await cleanAll(stock, scratch, waiting))) return
    left = waiting.length
  }
  await cleanAll(stock, scratch, await listOutdated(db, OUTDATED_AT_A_TIME))
}

/** Returns false if the decoder was busy for some of them. */
const cleanAll = async (stock: Stock, scratch: string, stored: readonly Stored[]) => {
  let isDone = true
  await despiteFailures(stored, 'files', async (file) => {
    if (!(await clean(stock, scratch, file))) isDone = false
  })
  return isDone
}

/** Returns false if the decoder is busy; try again later. */
const clean = async ({ db, files }: Stock, scratch: string, file: Stored): Promise<boolean> => {
  const bytes = await files.get(file.storage_key)
  if (!bytes) {
    await markCleaned(db, file, { cleaned: false })
    return true
  }
  const rewrite = async (incoming: IncomingUpload): Promise<boolean> => {
    const content = await examine(incoming, file.owner_id).catch(refusal)
    if (content === 'busy' || content.cleaned === null) return false
    if (!content.cleaned) {
      await markCleaned(db, file, { cleaned: false })
      return true
    }
    // Another run has cleaned it meanwhile.
    if ((await findFile(db, file.id))?.storage_key !== file.storage_key) return true
    const copy = await reserveCleaned(db, file)
    await files.put(copy.storage_key, content.open(), content.size)
    const surplus = await unlessRemovalIsBlocked(db, (db) =>
      replaceByCleaned(db, file, copy, content),
    )
    const { id, storage_key } = surplus ?? copy
    await files.remove(storage_key)
    await deleteFileRow(db, id)
    return surplus !== undefined
  }
  // An earlier cleaner may have made it larger than an upload may be.
  return withIncoming(scratch, bytes, file.name, rewrite, Number.POSITIVE_INFINITY)
}

/** Outcome of a file that could not be examined: only a busy decoder says when to try again. */
const refusal = (error: unknown): 'busy' | { cleaned: false } => {
  if (!(error instanceof DomainError)) throw error
  return error.retryAfter === undefined ? { cleaned: false } : 'busy'
}
