import { Piscina } from 'piscina'

/**
 * A thread for work that would hold up everybody else, started by the first task and gone a minute after the last. It
 * takes one task at a time; one that fails, needs too much memory or takes too long rejects, and the next starts a new thread.
 */
export const createWorkerThread = ({ heapMb, seconds }: { heapMb: number; seconds: number }) => {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: heapMb },
  })
  // A thread that breaks between tasks ends, which is all that is needed; unheard, the event would end the program.
  pool.on('error', () => {})

  /** Has an exported function of a module run there. */
  return <Task, Result>(module: URL, name: string) =>
    (task: Task): Promise<Result> =>
      pool.run(task, {
        filename: module.href,
        name,
        signal: AbortSignal.timeout(seconds * 1000),
      })
}
