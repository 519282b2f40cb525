import { inDecodingProcess, UndecodableFile } from '#platform/decoding'
import { DomainError } from '#platform/http'

import type { CleanedFile, CleaningJob } from './clean.ts'

const clean = inDecodingProcess<CleaningJob, CleanedFile>(
  new URL('./clean.ts', import.meta.url),
  'cleanFile',
  { seconds: 15, mb: 500 },
)

/**
 * Writes a document, sound or film again, in the decoding process, without what is hidden in it.
 * @returns false when that cannot be done with this file, and undefined when there is no time for it now
 */
export const cleanInChildProcess = async (
  job: CleaningJob,
  fairnessKey: string,
): Promise<CleanedFile | false | undefined> => {
  try {
    return await clean(job, fairnessKey)
  } catch (error) {
    if (error instanceof UndecodableFile) return false
    // Too many files wait.
    if (error instanceof DomainError) return undefined
    throw error
  }
}
