import { parentPort } from 'node:worker_threads'

export type Answer = { pdf: Uint8Array } | { failed: string }

/** What the thread of a `pdfMaker` does, beside the thread that serves everyone. */
export const answerWith = <Wanted>(draw: (wanted: Wanted) => Promise<Buffer>): void => {
  const drawn = async (wanted: Wanted): Promise<Answer> => {
    try {
      return { pdf: await draw(wanted) }
    } catch (error) {
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  parentPort?.on('message', async (wanted: Wanted) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads, not windows
    parentPort?.postMessage(await drawn(wanted))
  })
}
