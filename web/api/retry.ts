export type RetryOptions = {
  /** Tries in all. */
  attempts?: number
  /** Milliseconds before the second try. */
  base?: number
  /** The same after an answer of 503. */
  unavailableBase?: number
  /** Each further wait is this many times the one before. */
  factor?: number
  /** Milliseconds added by chance, at most. */
  jitter?: number
  shouldRetry?: (error: unknown) => boolean
  /** Told before each further try: its number and how many there are. */
  onRetry?: (attempt: number, attempts: number) => void
  statusOf: (error: unknown) => number | undefined
  sleep?: (ms: number) => Promise<void>
  random?: () => number
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Repeats `work` until it succeeds or its tries are used up, with the waits that the client's specification prescribes. */
export const retry = async <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
  const { attempts = 3, base = 1000, unavailableBase = 3000, factor = 1.5, jitter = 1000 } = options
  const {
    shouldRetry = () => true,
    onRetry,
    statusOf,
    sleep = pause,
    random = Math.random,
  } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !shouldRetry(error)) throw error
      const first = statusOf(error) === 503 ? unavailableBase : base
      onRetry?.(attempt + 1, attempts)
      await sleep(first * factor ** (attempt - 1) + random() * jitter)
    }
  }
}
