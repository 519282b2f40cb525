// Program of the decoding process: runs one function at a time, and ends with its parent.

export type Request = { module: string; name: string; task: unknown }
export type Outcome = { result: unknown } | { problem: string }
/** Sent before the outcome, once the program and the function are loaded: only then does the file's time begin. */
export type Begun = 'begun'

const outcomeOf = async ({ module, name, task }: Request): Promise<Outcome> => {
  try {
    const functions = (await import(module)) as Record<string, (task: unknown) => unknown>
    process.send!('begun' satisfies Begun)
    return { result: await functions[name]!(task) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (request: Request) => process.send!(await outcomeOf(request)))
