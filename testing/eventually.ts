import { vi } from 'vitest'

/**
 * Waits until what a check expects is so, and returns what the check returns; fails with its last error. The time allowed is
 * far more than a busy machine needs: a test fails because something does not happen, never because it happens late.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 45_000, interval: 20 })
