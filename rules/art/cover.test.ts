import { expect, test } from 'vitest'

import { compositionOf, COMPOSITIONS } from './cover.ts'

const SEEDS = Array.from({ length: 120 }, (_, index) => `quest-${index}`)

test('a quest’s composition never changes, and all of them occur about equally often', () => {
  const chosen = SEEDS.map((seed) => compositionOf(seed, ['creativity', 'communication']))
  expect(SEEDS.map((seed) => compositionOf(seed, ['creativity', 'communication']))).toEqual(chosen)
  for (const composition of COMPOSITIONS) {
    expect(chosen.filter((each) => each === composition).length, composition).toBeGreaterThan(8)
  }
})
