import { inDecodingProcess, UndecodableFile } from '#platform/decoding'

/**
 * Runs a function on what strangers send where it holds up nobody: canonical forms and XML can be made to take long. The returned
 * function takes the fairness key of who asks, and returns undefined when the other one throws or takes too much.
 */
export const inChecking = <Task, Result>(module: URL, name: string) => {
  const run = inDecodingProcess<Task, Result>(module, name, { seconds: 10, mb: 500 })
  return (task: Task, fairnessKey: string): Promise<Result | undefined> =>
    run(task, fairnessKey).catch((error: unknown) => {
      if (error instanceof UndecodableFile) return undefined
      throw error
    })
}
