import type { TranscriptRecord } from '#contract/transcript'
import { listBadgesOf } from '#features/badges'
import type { Db } from '#platform/database'

/** Badges of the record, oldest first: those with accepted work, each with its credential. */
export const badgesOf = async (db: Db, learnerId: string): Promise<TranscriptRecord['badges']> => {
  const held = await listBadgesOf(db, learnerId)
  return held.flatMap(({ name, earned_at, credential_id }) =>
    credential_id === null ? [] : [{ name, earned_on: earned_at.slice(0, 10), credential_id }],
  )
}
