import autocannon from 'autocannon'

export type Load = {
  /** Requests that the connections send in turn; each connection begins with the first. */
  requests?: autocannon.Request[]
  /** Or one for each time it is asked. */
  next?: () => autocannon.Request
  /** So many requests, however long they take; else as many as go into the time of a run. */
  amount?: number
  /** What is done before each run, and not measured. */
  prepare?: () => Promise<unknown>
}

export type Measured = {
  /** per second */
  requests: number
  /** Requests of the run. */
  sent: number
  /** ms */
  p99: number
  /** Replies other than 2xx. */
  failed: number
}

const CONNECTIONS = 32

/** @param seconds how long; the replies of a run that is only to warm up are not looked at */
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
    // What is over before a second is, autocannon itself reports as a second.
  ).on('response', () => (end = performance.now()))
  const result = await promise
  return {
    requests: (result['2xx'] / (end - start)) * 1000,
    sent: result['2xx'],
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
