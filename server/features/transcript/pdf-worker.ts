import { parentPort } from 'node:worker_threads'

import { drawTranscript } from './draw-transcript.ts'
import type { Drawn } from './draw-transcript.ts'

export type Answer = { pdf: Uint8Array } | { failed: string }

const drawn = async (wanted: Drawn): Promise<Answer> => {
  try {
    return { pdf: await drawTranscript(wanted) }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

// Beside the thread that serves everyone: drawing a long record takes a tenth of a second and more.
parentPort?.on('message', async (wanted: Drawn) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads, not windows
  parentPort?.postMessage(await drawn(wanted))
})
