export type Random = {
  /** An integer, both bounds included. */
  between: (least: number, most: number) => number
  pick: <T>(list: readonly T[]) => T
  /** True with this probability, in percent. */
  chance: (percent: number) => boolean
}

/** Pseudo-random choices from a seed (mulberry32), so that a round can be repeated. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
    chance: (percent) => next() * 100 < percent,
  }
}
