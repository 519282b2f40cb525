import { CLEANER } from '#platform/cleaning'
import { type Db, unlessRemovalIsBlocked } from '#platform/database'
import type { Files } from '#platform/files'

import { examine } from './examine.ts'
import { listUncleaned, markCleaned } from './queries.ts'
import { withIncoming } from './receive.ts'

const AT_A_TIME = 20

type Stock = { db: Db; files: Files }

/**
 * Sanitizes uploads that were stored unsanitized under load, or that an older cleaner has rewritten. The result gets the cleaner's
 * own storage key, so a crash at any point leaves a complete file.
 */
export const cleanStoredFiles = async (stock: Stock, scratch: string): Promise<void> => {
  const { db } = stock
  for (;;) {
    const files = await listUncleaned(db, AT_A_TIME)
    let postponed = 0
    for (const file of files) if (!(await clean(stock, scratch, file))) postponed += 1
    if (files.length < AT_A_TIME || postponed > 0) return
  }
}

type Uncleaned = Awaited<ReturnType<typeof listUncleaned>>[number]

/** Returns false if the decoder is busy; try again later. */
const clean = async ({ db, files }: Stock, scratch: string, file: Uncleaned): Promise<boolean> => {
  const bytes = await files.get(file.storage_key)
  if (!bytes) {
    await markCleaned(db, file, { cleaned: false })
    return true
  }
  return withIncoming(scratch, bytes, file.name, async (incoming) => {
    const content = await examine(incoming, file.owner_id ?? '').catch(() => undefined)
    if (content?.cleaned === null) return false
    if (!content?.cleaned) {
      await markCleaned(db, file, { cleaned: false })
      return true
    }
    const storage_key = `${file.id}-clean-${CLEANER}`
    await files.put(storage_key, content.open(), content.size)
    const { size, sha256 } = content
    const marked = await unlessRemovalIsBlocked(db, async (db) => ({
      row: await markCleaned(db, file, { cleaned: true, storage_key, size, sha256 }),
    }))
    await files.remove(marked?.row ? file.storage_key : storage_key)
    return marked !== undefined
  })
}
