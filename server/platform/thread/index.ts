import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** Then an idle thread goes, and with it all that it holds. */
const IDLE_MS = 60_000

type Answer<Told> = { told: Told } | { failed: string }

/**
 * A thread for work that would hold up everybody else, started when it is first asked something. It takes one question
 * at a time, and throws when the thread fails, runs out of memory or takes too long; the next question starts a new one.
 * @param file the program of the thread, which calls `answerWith`
 */
export const openThread = <Asked, Told>(
  file: URL,
  limits: { heapMb: number; seconds: number },
): ((asked: Asked) => Promise<Told>) => {
  const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: limits.heapMb }
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits })
    // It never keeps the program from ending.
    started.unref()
    // An error ends the thread, which is what counts; unheard, it would end the program.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  const stop = (stopped: Worker) => {
    // Whoever comes meanwhile starts another one.
    if (worker === stopped) worker = undefined
    void stopped.terminate()
  }

  return async (question) => {
    clearTimeout(idle)
    worker ??= start()
    const asked = worker
    asked.ref()
    const over = new AbortController()
    const until = { signal: over.signal }
    const late = setTimeout(() => stop(asked), limits.seconds * 1000)
    try {
      const answer = Promise.race([
        once(asked, 'message', until),
        once(asked, 'exit', until).then(() => [{ failed: 'the thread ended' }]),
      ])
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads, not windows
      asked.postMessage(question)
      const [result] = (await answer) as [Answer<Told>]
      if ('failed' in result) throw new Error(result.failed)
      return result.told
    } finally {
      clearTimeout(late)
      over.abort()
      asked.unref()
      idle = setTimeout(() => stop(asked), IDLE_MS).unref()
    }
  }
}

/** What such a thread does. */
export const answerWith = <Asked, Told>(work: (asked: Asked) => Promise<Told>): void => {
  const answerTo = async (asked: Asked): Promise<Answer<Told>> => {
    try {
      return { told: await work(asked) }
    } catch (error) {
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  parentPort?.on('message', async (asked: Asked) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads, not windows
    parentPort?.postMessage(await answerTo(asked))
  })
}
