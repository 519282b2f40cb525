import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { unavailable } from '#platform/http'
import { takeTurns } from '#platform/turns'

import type { Drawn } from './draw-transcript.ts'
import type { Answer } from './pdf-worker.ts'

/** Then the thread goes, and with it the fonts that it holds. */
const IDLE_MS = 60_000

const inTurn = takeTurns({
  atOnce: 1,
  maxWaiting: 30,
  full: () => unavailable('Many transcripts are being made. Please try again in a moment.'),
})

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined

const startWorker = (): Worker => {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url))
  // It never keeps the program from ending.
  started.unref()
  started.once('exit', () => {
    if (worker === started) worker = undefined
  })
  return started
}

/** Draws a transcript in a thread of its own, one after the other. Answers the PDF. */
export const makePdf = (drawn: Drawn): Promise<Buffer> =>
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
      asked.postMessage(drawn)
      const [result] = (await answer) as [Answer]
      if ('failed' in result) throw new Error(result.failed)
      return Buffer.from(result.pdf)
    } finally {
      over.abort()
      asked.unref()
      idle = setTimeout(() => stop(asked), IDLE_MS).unref()
    }
  })

const stop = (idling: Worker) => {
  // Whoever comes meanwhile starts another one.
  if (worker === idling) worker = undefined
  void idling.terminate()
}
