import { setTimeout as sleep } from 'node:timers/promises'

const WITHIN_MS = 2000

/** Waits until connections are closed, but not for those that have died without a word: their goodbye is never answered. */
export const closeWithTimeout = async (
  closing: Promise<unknown>,
  withinMs = WITHIN_MS,
): Promise<void> => {
  await Promise.race([closing, sleep(withinMs, undefined, { ref: false })])
}
