import { vi } from 'vitest'

/**
 * Retries a check until it passes, and returns its result; fails with its last error. The timeout far exceeds what a busy machine
 * needs: tests fail because something does not happen, never because it is late.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 45_000, interval: 20 })
