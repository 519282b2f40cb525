import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import vm from 'node:vm'

import { BUSY } from '#testing/busy-machine'

// What one request may cost everybody else. Processor time, not time on the clock: the same on a busy machine as on an idle one.

const MAX_MAIN_THREAD_MS = 200
const MAX_MIB = 64

export type Cost = {
  /** Processor time of the thread that answers everybody. */
  ms: number
  /** By which the process grew at most meanwhile, native memory included. */
  mib: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

const MIB = 2 ** 20

/** Linux forgets the highest amount of memory of a process when it is told to. */
const resetPeak = (): void => {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Elsewhere the highest amount ever counts, which hides what comes after a larger one.
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

/** Processor time, in milliseconds, of the longest stretch of `work` during which nothing else had its turn. */
const longestTurnOf = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  const progress = { isDone: false }
  const watch = async () => {
    while (!progress.isDone) {
      const before = process.threadCpuUsage()
      await setImmediate()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1000)
    }
  }
  const watching = watch()
  await work().finally(() => (progress.isDone = true))
  await watching
  return longest
}

/** The same of work that lasts, and lets others have their turn: its `ms` are those of its longest stretch. */
export const costOfLongWork = async (work: () => Promise<unknown>): Promise<Cost> => {
  let ms = 0
  const { mib } = await costOf(async () => (ms = await longestTurnOf(work)))
  return { ms, mib }
}

const isTooMuch = ({ ms, mib }: Cost): boolean => ms > MAX_MAIN_THREAD_MS * BUSY || mib > MAX_MIB

/**
 * The cost of what `work` does. Compiling, and garbage that others left, cost the first time as well: what is too much is done again,
 * and the cheapest time counts.
 */
export const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  let cheapest = await measureOnce(work)
  for (let again = 0; again < 2 && isTooMuch(cheapest); again += 1) {
    collectGarbage()
    const { ms, mib } = await measureOnce(work)
    cheapest = { ms: Math.min(ms, cheapest.ms), mib: Math.min(mib, cheapest.mib) }
  }
  return cheapest
}

/** In words, where it is too much. */
export const excessOf = (name: string, cost: Cost): string[] =>
  isTooMuch(cost) ? [`${name}: ${cost.ms.toFixed(0)} ms, ${cost.mib.toFixed(0)} MiB`] : []
