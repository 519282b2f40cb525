import { client, retry, statusOf } from '#web/api'

const site = client('site')

/** Waits until the server is healthy: up to six requests, 2 s apart, from the client's specification. */
export const waitUntilHealthy = (signal: AbortSignal) =>
  retry(() => site.health({}, { signal }), {
    attempts: 6,
    base: 2000,
    unavailableBase: 2000,
    factor: 1,
    jitter: 0,
    statusOf,
    shouldRetry: () => !signal.aborted,
  })
