import { readFile } from 'node:fs/promises'

import { startDraft, proposeDraft, readShippedQuest } from '#features/authoring'
import { CONTENT } from '#platform/content'
import type { Db } from '#platform/database'

const PROPOSED = new URL('sample/proposed/a-diary-of-the-weather.md', CONTENT)

/** Creates an advisor's quest that awaits a colleague's approval. */
export const insertSampleProposal = async (db: Db, authorId: string, now: Date): Promise<void> => {
  const content = await readShippedQuest(db, PROPOSED.pathname, await readFile(PROPOSED, 'utf8'))
  const id = await startDraft(db, content, authorId, now)
  await proposeDraft(db, id, 1, { userId: authorId, role: 'advisor' }, now)
}
