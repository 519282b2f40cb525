/** Runs the work when its turn comes. Rejects with what `full` returns when too many wait already. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A bounded queue for work that would starve everything else if it all ran at once. */
export const takeTurns = (limits: {
  atOnce: number
  maxWaiting: number
  full: () => Error
}): InTurn => {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.maxWaiting) throw limits.full()
      await new Promise<void>((resume) => waiting.push(resume))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
