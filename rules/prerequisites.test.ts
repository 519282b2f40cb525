import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { findCycle } from './prerequisites.ts'

const within = (needs: Record<string, string[]>) => (quest: string) => needs[quest] ?? []

describe('the way on which a quest asks for itself', () => {
  test('is named from the quest back to it', () => {
    const needs = { map: ['walk'], walk: ['draw', 'count'], draw: [], count: ['map'] }
    expect(findCycle('map', within(needs))).toEqual(['map', 'walk', 'count', 'map'])
    expect(findCycle('map', within({ map: ['map'] }))).toEqual(['map', 'map'])
  })

  test('is not there where quests only share what they build on', () => {
    expect(findCycle('a', within({ a: ['b', 'c'], b: ['d'], c: ['d'] }))).toBeUndefined()
  })

  test('is not that of another quest, and never walked for ever', () => {
    expect(findCycle('a', within({ a: ['b'], b: ['c'], c: ['b'] }))).toBeUndefined()
  })

  test('is one of real steps, and found exactly where one leads back', () => {
    const quest = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(fc.dictionary(quest, fc.uniqueArray(quest)), (needs) => {
        const circle = findCycle('a', within(needs))
        const reached = new Set(within(needs)('a'))
        for (const each of reached) for (const next of within(needs)(each)) reached.add(next)
        expect(circle !== undefined).toBe(reached.has('a'))
        circle?.slice(1).forEach((next, step) => {
          expect(within(needs)(circle[step]!)).toContain(next)
        })
      }),
    )
  })
})
