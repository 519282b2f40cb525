import { inDecodingProcess, UndecodableFile } from '#platform/decoding'
import { DomainError } from '#platform/http'

import type { CleanedFile, CleaningJob } from './clean.ts'

/** Raise it with every change of what is removed: stored files are then cleaned again. */
export const CLEANER = 8

const clean = inDecodingProcess<CleaningJob, CleanedFile>(
  new URL('./clean.ts', import.meta.url),
  'cleanFile',
  { seconds: 15, mb: 500 },
)

/**
 * Rewrites a document, audio or video file without hidden metadata, in the decoding process.
 * @returns false if that is impossible for this file, and undefined if there is no time for it now
 */
export const cleanInChildProcess = async (
  job: CleaningJob,
  fairnessKey: string,
): Promise<CleanedFile | false | undefined> => {
  try {
    return await clean(job, fairnessKey)
  } catch (error) {
    if (error instanceof UndecodableFile) return false
    // Too many files are waiting.
    if (error instanceof DomainError) return undefined
    throw error
  }
}
