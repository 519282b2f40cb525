import { type Pillar, PILLARS, type PillarXp } from './pillars.ts'

/** XP required for a level: 50·L·(L−1); level 1 requires none. */
export const xpForLevel = (level: number): number => 50 * level * (level - 1)

/** Level for an amount of XP (whole, not negative), from 1. */
export const levelOf = (xp: number): number => {
  // The positive root of 50·L² − 50·L = xp; the loops below correct floating-point error of one.
  let level = Math.max(1, Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2))
  while (xpForLevel(level + 1) <= xp) level += 1
  while (level > 1 && xpForLevel(level) > xp) level -= 1
  return level
}

/**
 * Bonus for completing a quest: half of its total XP, rounded down, split evenly over its distinct pillars in whole points. The
 * remainder goes to the first pillars in order, so that the sum is exact.
 */
export const completionBonus = (tasks: readonly { pillar: Pillar; xp: number }[]): PillarXp => {
  const total = tasks.reduce((sum, task) => sum + task.xp, 0)
  const pillars = PILLARS.filter((pillar) => tasks.some((task) => task.pillar === pillar))
  if (pillars.length === 0) return {}
  const bonus = Math.floor(total / 2)
  const share = Math.floor(bonus / pillars.length)
  const left = bonus - share * pillars.length
  return Object.fromEntries(pillars.map((pillar, i) => [pillar, share + (i < left ? 1 : 0)]))
}

export const totalXp = (xp: PillarXp): number =>
  Object.values(xp).reduce((sum, points) => sum + points, 0)

/** Totals and levels, overall and per pillar. */
export const progressOf = (xp: PillarXp) => {
  const total = totalXp(xp)
  return {
    total,
    level: levelOf(total),
    pillars: PILLARS.map((pillar) => ({
      pillar,
      xp: xp[pillar] ?? 0,
      level: levelOf(xp[pillar] ?? 0),
    })),
  }
}
