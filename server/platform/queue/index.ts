type Waiting = { resume: () => void; refuse: (error: Error) => void }

/** Runs the work when it is its turn. @param key the sender, such as a person or a network */
export type Queue = <T>(work: () => Promise<T>, key?: string) => Promise<T>

/**
 * A bounded queue for work that would starve everything else if it all ran at once. Fair: keys take turns, regardless of their
 * amount of work, and a full queue drops the newest entry of the key with the most entries.
 * @param full creates the error for dropped work
 * @param perKey limits the entries of one key
 */
export const createQueue = (limits: {
  concurrency: number
  maxWaiting: number
  full: () => Error
  perKey?: { maxWaiting: number; full: () => Error }
}): Queue => {
  const { concurrency, maxWaiting, full, perKey } = limits
  let running = 0
  let count = 0
  // In the order of turns; no line in here is empty.
  const lines = new Map<string, Waiting[]>()

  const longest = () => {
    let most: Waiting[] = []
    for (const line of lines.values()) if (line.length > most.length) most = line
    return most
  }

  const join = (key: string) =>
    new Promise<void>((resume, refuse) => {
      const line = lines.get(key) ?? []
      if (perKey && line.length >= perKey.maxWaiting) throw perKey.full()
      if (count >= maxWaiting) {
        const most = longest()
        if (line.length + 1 >= most.length) throw full()
        most.pop()?.refuse(full())
        count -= 1
      }
      line.push({ resume, refuse })
      lines.set(key, line)
      count += 1
    })

  const next = (): Waiting | undefined => {
    const [first] = lines
    if (!first) return undefined
    const [key, line] = first
    const waiting = line.shift()
    lines.delete(key)
    if (line.length > 0) lines.set(key, line)
    count -= 1
    return waiting
  }

  return async (work, key = '') => {
    if (running >= concurrency) await join(key)
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

/** A queue for each key, which exists while it has work: nobody's work waits for that of others. */
export const createQueuePerKey = (limits: Parameters<typeof createQueue>[0]) => {
  const queues = new Map<string, { queue: Queue; size: number }>()
  return async <T>(work: () => Promise<T>, key: string): Promise<T> => {
    const own = queues.get(key) ?? { queue: createQueue(limits), size: 0 }
    queues.set(key, own)
    own.size += 1
    try {
      return await own.queue(work)
    } finally {
      own.size -= 1
      if (own.size === 0) queues.delete(key)
    }
  }
}
