// Program of the decoding process: runs one function at a time, and ends with its parent.

export type Request = { module: string; name: string; task: unknown }
export type Outcome = { result: unknown } | { problem: string }
/** `loaded` precedes the outcome: the file's time begins once the program and the function are loaded. */
export type Reply = 'loaded' | Outcome

const outcomeOf = async ({ module, name, task }: Request): Promise<Outcome> => {
  try {
    const functions = (await import(module)) as Record<string, (task: unknown) => unknown>
    process.send!('loaded' satisfies Reply)
    return { result: await functions[name]!(task) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (request: Request) => process.send!(await outcomeOf(request)))
