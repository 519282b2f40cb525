import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PILLARS } from './pillars.ts'
import { completionBonus, levelOf, progressOf, totalXp, xpForLevel } from './xp.ts'

test('reaching level 2 takes 100 XP, level 3 takes 300, level 4 takes 600', () => {
  expect([1, 2, 3, 4].map(xpForLevel)).toEqual([0, 100, 300, 600])
  expect([0, 99, 100, 299, 300, 600].map(levelOf)).toEqual([1, 1, 2, 2, 3, 4])
})

test('a level is reached exactly at its XP, however high', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 100_000 }), (level) => {
      expect(levelOf(xpForLevel(level))).toBe(level)
      expect(levelOf(xpForLevel(level) - 1)).toBe(level - 1)
    }),
  )
})

test('the bonus is half of the total, split evenly over the distinct pillars', () => {
  const tasks = [
    { pillar: 'creativity', xp: 100 },
    { pillar: 'creativity', xp: 50 },
    { pillar: 'communication', xp: 150 },
  ] as const
  expect(completionBonus(tasks)).toEqual({ creativity: 75, communication: 75 })
})

test('what does not divide evenly goes to the first pillars in their order', () => {
  const tasks = [
    { pillar: 'cultural_literacy', xp: 100 },
    { pillar: 'communication', xp: 100 },
    { pillar: 'creativity', xp: 100 },
  ] as const
  const bonus = completionBonus([...tasks, { pillar: 'creativity', xp: 50 }])
  expect(bonus).toEqual({ creativity: 59, communication: 58, cultural_literacy: 58 })
})

test('the bonus always adds up to half of the total, and no two pillars differ by more than a point', () => {
  const task = fc.record({
    pillar: fc.constantFrom(...PILLARS),
    xp: fc.integer({ min: 50, max: 100 }),
  })
  fc.assert(
    fc.property(fc.array(task, { minLength: 1, maxLength: 12 }), (tasks) => {
      const bonus = completionBonus(tasks)
      const shares = Object.values(bonus)
      const total = tasks.reduce((sum, { xp }) => sum + xp, 0)
      expect(totalXp(bonus)).toBe(Math.floor(total / 2))
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
})

test('progress lists all five pillars, also those without XP', () => {
  const progress = progressOf({ communication: 120 })
  expect(progress.total).toBe(120)
  expect(progress.pillars.map(({ pillar }) => pillar)).toEqual([...PILLARS])
  expect(progress.pillars[3]).toEqual({ pillar: 'communication', xp: 120, level: 2 })
})
