import { expect, test } from 'vitest'

import { importWithRetry } from './vite-imports.ts'

test('a script that is lost is loaded again, three times, before the page hears of it', async () => {
  const pauses = [1, 1, 1]
  let tries = 0
  const lost = (times: number) => async () => {
    tries += 1
    if (tries <= times) throw new Error(`lost ${tries}`)
    return 'loaded'
  }
  expect(await importWithRetry(lost(3), pauses)).toBe('loaded')
  expect(tries).toBe(4)
  tries = 0
  await expect(importWithRetry(lost(9), pauses)).rejects.toThrow('lost 4')
})
