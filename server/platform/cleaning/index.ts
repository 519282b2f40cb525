import { createQueue } from '#platform/queue'
import { createThread } from '#platform/thread'

import type { CleanedFile, CleaningJob } from './clean.ts'

/** Many times what the largest upload takes. */
const LIMITS = { heapMb: 256, seconds: 15 }

const BUSY = new Error('many files are being cleaned')

const clean = createThread(LIMITS)<CleaningJob, CleanedFile>(
  new URL('./clean.ts', import.meta.url),
  'cleanFile',
)
// No upload waits long for another's; what finds no room here is cleaned later.
const queue = createQueue({ concurrency: 1, maxWaiting: 8, full: () => BUSY })

/**
 * Writes a document, sound or film again, in a thread of its own, without what is hidden in it.
 * @returns false when that cannot be done with this file, and undefined when there is no time for it now
 */
export const cleaned = async (job: CleaningJob): Promise<CleanedFile | false | undefined> => {
  try {
    return await queue(() => clean(job))
  } catch (error) {
    return error === BUSY ? undefined : false
  }
}
