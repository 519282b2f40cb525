import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

import { CONTENT, parseContent } from '#platform/content'
import type { Db } from '#platform/database'

const FILE = 'academy-agreement.md'

const { title, version, description } = parseContent(
  z.object({ title: z.string(), version: z.string(), description: z.string() }),
  FILE,
  readFileSync(new URL(`legal/${FILE}`, CONTENT), 'utf8'),
)

/** The agreement that families sign at present, and the hash by which its exact words are known. */
export const CURRENT_AGREEMENT_TEXT = {
  title,
  version,
  text: description,
  sha256: createHash('sha256').update(description).digest('hex'),
}

/** Keeps the present text for as long as there is a database: what somebody has signed can always be read. */
export const storeAgreementText = async (db: Db, now: Date): Promise<void> => {
  await db
    .insertInto('agreement_texts')
    .values({ ...CURRENT_AGREEMENT_TEXT, kept_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
