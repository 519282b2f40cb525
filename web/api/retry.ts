export type RetryOptions = {
  /** Total number of attempts. */
  attempts?: number
  /** Milliseconds before the second attempt. */
  base?: number
  /** The same after a 503. */
  unavailableBase?: number
  /** Backoff factor. */
  factor?: number
  /** Maximum random delay in milliseconds. */
  jitter?: number
  shouldRetry?: (error: unknown) => boolean
  /** Called before each retry with its number and the total. */
  onRetry?: (attempt: number, attempts: number) => void
  statusOf: (error: unknown) => number | undefined
  sleep?: (ms: number) => Promise<void>
  random?: () => number
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Retries `work` until it succeeds or its attempts run out, with the delays from the client's specification. */
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
