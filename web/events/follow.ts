import type { Signal, SignalEvent } from '#contract/events'
import { client, statusOf } from '#web/api'

const events = client('events')

/** Message between tabs; null if anything may have changed. */
type ChangeNotice = { signals: readonly Signal[] | null; cursor: string }

const MAX_PAUSE_MS = 30_000

/** Waits before the next attempt: exponential backoff with jitter, ended early when the network returns. */
const pause = (failures: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const longest = Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures)
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
 * Follows the events of a person. All tabs of a browser share one connection, because HTTP/1.1 browsers allow only six per site:
 * the tab that holds a lock connects and forwards events. When it closes, another tab resumes at its cursor.
 * @returns a function that unsubscribes
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
  const receive = (update: ChangeNotice) => {
    cursor = update.cursor
    onSignals(update.signals)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<ChangeNotice>) => receive(data))

  const lead = async () => {
    let failures = 0
    const onEvent = ({ data, id }: { event: string; data: unknown; id: string }) => {
      failures = 0
      const update = { signals: data as SignalEvent['data'], cursor: id }
      // A BroadcastChannel is same-origin; the rule is about windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      tabs.postMessage(update)
      receive(update)
    }
    while (!signal.aborted) {
      try {
        await events.followEvents({ query: { after: cursor } }, { signal, onEvent })
      } catch (error) {
        // Not allowed to listen now: other calls will show why.
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
