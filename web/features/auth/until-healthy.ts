import { client, retry, statusOf } from '#web/api'

const site = client('site', async () => (await import('#contract/site')).site)

/** Waits until the server is well: one question and 5 more, 2 s apart, as the client's specification prescribes. */
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
