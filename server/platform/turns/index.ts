/**
 * Runs the work when its turn comes. Rejects with what `full` returns when too many wait already.
 * @param whose those who share the queue (a person, a network): they take turns, however much one of them brings
 */
export type InTurn = <T>(work: () => Promise<T>, whose?: string) => Promise<T>

type Waiting = { resume: () => void; refuse: (error: Error) => void }

/**
 * A bounded queue for work that would starve everything else if it all ran at once. It is shared fairly: each in the queue has
 * one turn after the other's, and when it is full, whoever has most in it loses the newest.
 */
export const takeTurns = (limits: {
  atOnce: number
  maxWaiting: number
  full: () => Error
}): InTurn => {
  let running = 0
  let count = 0
  // In the order of whose turn is next; nobody is in here without something that waits.
  const lines = new Map<string, Waiting[]>()

  const longest = () => {
    let most: Waiting[] = []
    for (const line of lines.values()) if (line.length > most.length) most = line
    return most
  }

  const join = (whose: string) =>
    new Promise<void>((resume, refuse) => {
      const line = lines.get(whose) ?? []
      if (count >= limits.maxWaiting) {
        const most = longest()
        if (line.length + 1 >= most.length) throw limits.full()
        most.pop()?.refuse(limits.full())
        count -= 1
      }
      line.push({ resume, refuse })
      lines.set(whose, line)
      count += 1
    })

  const next = (): Waiting | undefined => {
    const [first] = lines
    if (!first) return undefined
    const [whose, line] = first
    const waiting = line.shift()
    lines.delete(whose)
    if (line.length > 0) lines.set(whose, line)
    count -= 1
    return waiting
  }

  return async (work, whose = '') => {
    if (running >= limits.atOnce) await join(whose)
    else running += 1
    try {
      return await work()
    } finally {
      const waiting = next()
      if (waiting) waiting.resume()
      else running -= 1
    }
  }
}
