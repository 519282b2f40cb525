import type { Signal, SignalEvent } from '#contract/events'
import { client, statusOf } from '#web/api'

const events = client('events', async () => (await import('#contract/events')).events)

/** What one tab tells the others; null where anything may have changed. */
type ChangeNotice = { signals: readonly Signal[] | null; cursor: string }

const LONGEST_PAUSE_MS = 30_000

/** Until it makes sense to try again: longer after each failure, never the same for all browsers, over when the network is back. */
const pause = (failures: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const longest = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures)
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, longest * (0.25 + Math.random() * 0.75))
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/**
 * Hears what changes for a person. All tabs of a browser share one connection: the one that holds a lock has it and tells the
 * others, and when it is closed another one goes on from where it was. (Over HTTP/1.1 a browser has six connections to a site.)
 * @returns how to end it
 */
export const followEvents = (
  personId: string,
  onSignals: (signals: readonly Signal[] | null) => void,
): (() => void) => {
  const name = `events ${personId}`
  const over = new AbortController()
  const { signal } = over
  const tabs = new BroadcastChannel(name)
  let cursor: string | undefined
  const hear = (told: ChangeNotice) => {
    cursor = told.cursor
    onSignals(told.signals)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<ChangeNotice>) => hear(data))

  const lead = async () => {
    let failures = 0
    const onEvent = ({ data, id }: { event: string; data: unknown; id: string }) => {
      failures = 0
      const told = { signals: data as SignalEvent['data'], cursor: id }
      // A channel is its origin’s alone; the rule means windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      tabs.postMessage(told)
      hear(told)
    }
    while (!signal.aborted) {
      try {
        await events.followEvents({ query: { after: cursor } }, { signal, onEvent })
      } catch (error) {
        // Whoever may not listen now is told by what else they do.
        if (statusOf(error) === 403) return
        failures += 1
      }
      if (!signal.aborted) await pause(failures, signal)
    }
  }
  if ('locks' in navigator) navigator.locks.request(name, { signal }, lead).catch(() => {})
  else void lead()

  return () => {
    over.abort()
    tabs.close()
  }
}
