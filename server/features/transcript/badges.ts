import type { TranscriptRecord } from '#contract/transcript'
import { listBadgesOf } from '#features/badges'
import type { Db } from '#platform/database'

/** The badges of the record, oldest first, each with the credential that proves it. */
export const badgesOf = async (db: Db, learnerId: string): Promise<TranscriptRecord['badges']> => {
  const held = await listBadgesOf(db, learnerId)
  return held.map(({ name, earned_at, credential_id }) => ({
    name,
    earned_on: earned_at.slice(0, 10),
    credential_id,
  }))
}
