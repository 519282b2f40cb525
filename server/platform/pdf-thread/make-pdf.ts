import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { tooMany, unavailable } from '#platform/http'
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

/** Of one person's at the same time, waiting or being made, so that others get a turn however much one asks for. */
const MOST_OF_ONE = 10
const pending = new Map<string, number>()

/** Runs the work unless enough of the same person's waits already. */
const withinShare = async <T>(whose: string, work: () => Promise<T>): Promise<T> => {
  const before = pending.get(whose) ?? 0
  if (before >= MOST_OF_ONE) {
    throw tooMany('Several of your documents are being made already. Please wait a moment.', 5)
  }
  pending.set(whose, before + 1)
  try {
    return await work()
  } finally {
    const left = (pending.get(whose) ?? 1) - 1
    if (left > 0) pending.set(whose, left)
    else pending.delete(whose)
  }
}

/**
 * Draws documents of one kind in a thread of its own, one after the other. What it answers makes a PDF, or throws
 * `tooMany` when several of the same person's wait, and `unavailable` when too many do.
 * What it answers takes a person's id, or the address of somebody unknown, as `whose`.
 * @param file the program of the thread, which calls `answerWith`
 */
export const pdfMaker = <Wanted>(
  file: URL,
): ((wanted: Wanted, whose: string) => Promise<Buffer>) => {
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

  const make = async (wanted: Wanted) => {
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
  }

  return (wanted, whose) => withinShare(whose, () => inTurn(() => make(wanted)))
}
