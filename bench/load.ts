import autocannon from 'autocannon'

export type Load = {
  /** Requests that the connections send in turn; each connection begins with the first. */
  requests?: autocannon.Request[]
  /** Or one for each time it is asked; undefined ends the run. */
  next?: () => autocannon.Request
}

export type Measured = {
  /** per second */
  requests: number
  /** ms */
  p99: number
  /** Answers other than 2xx. */
  failed: number
}

const CONNECTIONS = 32

/** @param seconds how long; the answers of a run that is only to warm up are not looked at */
export const run = async (
  port: number,
  { requests, next }: Load,
  seconds: number,
): Promise<Measured> => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: requests ?? [{ setupRequest: (request) => ({ ...request, ...next?.() }) }],
  })
  return {
    requests: result['2xx'] / result.duration,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
