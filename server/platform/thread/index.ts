import { Piscina } from 'piscina'

/**
 * Creates a thread for blocking work, started by the first task and stopped a minute after the last. It runs one task at a time;
 * a task that fails, needs too much memory or takes too long rejects, and the next starts a new thread.
 */
export const createWorkerThread = ({ heapMb, seconds }: { heapMb: number; seconds: number }) => {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: heapMb },
  })
  // A thread that fails between tasks ends, which is sufficient; an unhandled event would end the program.
  pool.on('error', () => {})

  /** Runs an exported function of a module on the thread. */
  return <Task, Result>(module: URL, name: string) =>
    (task: Task): Promise<Result> =>
      pool.run(task, {
        filename: module.href,
        name,
        signal: AbortSignal.timeout(seconds * 1000),
      })
}
