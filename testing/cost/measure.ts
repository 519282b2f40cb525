import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import vm from 'node:vm'

import { BUSY_FACTOR } from '#testing/busy-machine'

// Maximum cost of one request to all others. CPU time instead of wall-clock time, so that a busy machine yields the same result
// as an idle one.

const MAX_MAIN_THREAD_MS = 200
const MAX_MIB = 64

/** How often work is run at most to measure it. */
export const MAX_RUNS = 6

export type Cost = {
  /** CPU time of the main thread, which answers all requests. */
  ms: number
  /** Peak growth of the process, including native memory. */
  mib: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

const MIB = 2 ** 20

/** Resets the process's peak memory (Linux). */
const resetPeak = (): void => {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // On other systems, the all-time peak counts, which hides smaller peaks after a larger one.
  }
}

const peakMib = (): number => {
  try {
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    return Number(kib) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}

const measureOnce = async (work: () => Promise<unknown>): Promise<Cost> => {
  resetPeak()
  const memory = process.memoryUsage.rss() / MIB
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, mib: Math.max(0, peakMib() - memory) }
}

/** CPU time, in milliseconds, between two garbage collections of long work. */
const COLLECTED_EVERY_MS = 25

/**
 * CPU time, in milliseconds, of the longest stretch of `work` without yielding to the event loop. Collects garbage between them:
 * the growth of the process is then what the work holds, not what V8 has left to collect (of one export, 20 to 50 instead of 20 to 167 MiB).
 */
const longestTurnOf = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let sinceCollected = 0
  const progress = { isDone: false }
  const watch = async () => {
    while (!progress.isDone) {
      const before = process.threadCpuUsage()
      await setImmediate()
      const { user, system } = process.threadCpuUsage(before)
      const ms = (user + system) / 1000
      longest = Math.max(longest, ms)
      sinceCollected += ms
      if (sinceCollected > COLLECTED_EVERY_MS) {
        collectGarbage()
        sinceCollected = 0
      }
    }
  }
  const watching = watch()
  await work().finally(() => (progress.isDone = true))
  await watching
  return longest
}

const isTooMuch = ({ ms, mib }: Cost): boolean =>
  ms > MAX_MAIN_THREAD_MS * BUSY_FACTOR || mib > MAX_MIB

/**
 * Minimum of up to `MAX_RUNS` measurements, until one is within the limits: the first run also pays for compilation and earlier
 * garbage.
 */
const cheapestOf = async (measure: () => Promise<Cost>): Promise<Cost> => {
  let cheapest = await measure()
  for (let runs = 1; runs < MAX_RUNS && isTooMuch(cheapest); runs += 1) {
    collectGarbage()
    const { ms, mib } = await measure()
    cheapest = { ms: Math.min(ms, cheapest.ms), mib: Math.min(mib, cheapest.mib) }
  }
  return cheapest
}

/** Cost of one run of `work`. */
export const costOf = (work: () => Promise<unknown>): Promise<Cost> =>
  cheapestOf(() => measureOnce(work))

/** Like `costOf`, for long work that yields: `ms` is that of its longest stretch. */
export const costOfLongWork = (work: () => Promise<unknown>): Promise<Cost> =>
  cheapestOf(async () => {
    let ms = 0
    const { mib } = await measureOnce(async () => (ms = await longestTurnOf(work)))
    return { ms, mib }
  })

/** Description of an excessive cost. */
export const exceededLimits = (name: string, cost: Cost): string[] =>
  isTooMuch(cost) ? [`${name}: ${cost.ms.toFixed(0)} ms, ${cost.mib.toFixed(0)} MiB`] : []
