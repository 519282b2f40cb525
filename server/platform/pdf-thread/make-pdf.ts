import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { unavailable } from '#platform/http'
import type { Answer } from '#platform/pdf'
import { takeTurns } from '#platform/turns'

/** Then the thread goes, and with it the fonts that it holds. */
const IDLE_MS = 60_000

/** Enough for the largest record, and no room for what was drawn before. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** One for all kinds of documents: each is a tenth of a second's work for a processor that others need as well. */
const inTurn = takeTurns({
  atOnce: 1,
  maxWaiting: 30,
  full: () => unavailable('Many documents are being made. Please try again in a moment.'),
})

/**
 * Draws documents of one kind in a thread of its own, one after the other. What it answers makes a PDF, or throws
 * `unavailable` when too many wait.
 * @param file the program of the thread, which calls `answerWith`
 */
export const pdfMaker = <Wanted>(file: URL): ((wanted: Wanted) => Promise<Buffer>) => {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const startWorker = (): Worker => {
    const started = new Worker(file, { resourceLimits })
    // It never keeps the program from ending.
    started.unref()
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  const stop = (idling: Worker) => {
    // Whoever comes meanwhile starts another one.
    if (worker === idling) worker = undefined
    void idling.terminate()
  }

  return (wanted) =>
    inTurn(async () => {
      clearTimeout(idle)
      worker ??= startWorker()
      const asked = worker
      asked.ref()
      const over = new AbortController()
      const until = { signal: over.signal }
      try {
        const answer = Promise.race([
          once(asked, 'message', until),
          once(asked, 'exit', until).then(() => [{ failed: 'the thread ended' }]),
        ])
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads, not windows
        asked.postMessage(wanted)
        const [result] = (await answer) as [Answer]
        if ('failed' in result) throw new Error(result.failed)
        return Buffer.from(result.pdf)
      } finally {
        over.abort()
        asked.unref()
        idle = setTimeout(() => stop(asked), IDLE_MS).unref()
      }
    })
}
