import { parentPort } from 'node:worker_threads'

import { drawTranscript } from './draw-transcript.ts'
import type { Drawn } from './draw-transcript.ts'

export type Answer = { pdf: Uint8Array } | { failed: string }

// Beside the thread that serves everyone: drawing a long record takes a tenth of a second and more.
parentPort?.on('message', (drawn: Drawn) => {
  drawTranscript(drawn).then(
    (pdf) => parentPort?.postMessage({ pdf } satisfies Answer),
    (error: unknown) =>
      parentPort?.postMessage({
        failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies Answer),
  )
})
