import type { TranscriptRecord } from '#contract/transcript'
import type { Db } from '#platform/database'

/** The one place where badges come into the record: none, as long as no feature awards them. */
export const badgesOf = async (
  _db: Db,
  _learnerId: string,
): Promise<TranscriptRecord['badges']> => []
