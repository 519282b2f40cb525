import { inDecodingProcess, UndecodableFile } from '#platform/decoding'

/**
 * Runs a function on untrusted input in the decoding process: canonicalization and XML can be made to take long. The returned
 * function takes the caller's fairness key, and returns undefined if the function throws or exceeds its limits.
 */
export const inChecking = <Task, Result>(module: URL, name: string) => {
  const run = inDecodingProcess<Task, Result>(module, name, { seconds: 10, mb: 500 })
  return (task: Task, fairnessKey: string): Promise<Result | undefined> =>
    run(task, fairnessKey).catch((error: unknown) => {
      if (error instanceof UndecodableFile) return undefined
      throw error
    })
}
