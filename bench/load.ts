import autocannon from 'autocannon'

export type Load = {
  /** Requests that each connection sends in turn, beginning with the first. */
  requests?: autocannon.Request[]
  /** Alternatively, a function that returns each request. */
  next?: () => autocannon.Request
  /** Number of requests, however long they take; if undefined, as many as fit into a run. */
  amount?: number
  /** Runs before each run, unmeasured. */
  prepare?: () => Promise<unknown>
}

export type Measured = {
  /** Per second. */
  requests: number
  /** Requests of the run. */
  sent: number
  /** In ms. */
  p99: number
  /** Replies other than 2xx. */
  failed: number
}

const CONNECTIONS = 32

/** @param seconds duration; results of a warm-up run are ignored */
export const run = async (
  port: number,
  { requests, next, amount }: Load,
  seconds: number,
): Promise<Measured> => {
  const start = performance.now()
  let end = start
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  autocannon(
    {
      url: `http://127.0.0.1:${port}`,
      connections: CONNECTIONS,
      ...(amount ? { amount } : { duration: seconds }),
      requests: requests ?? [{ setupRequest: (request) => ({ ...request, ...next?.() }) }],
    },
    (error, result) => (error ? reject(error) : resolve(result)),
    // autocannon reports at least one second.
  ).on('response', () => (end = performance.now()))
  const result = await promise
  return {
    requests: (result['2xx'] / (end - start)) * 1000,
    sent: result['2xx'],
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
