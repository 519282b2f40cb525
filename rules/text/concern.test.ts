import { describe, expect, test } from 'vitest'

import { concernsAbout, type LearnerPace } from './concern.ts'

const AT_WORK: LearnerPace = {
  today: '2026-11-22',
  since: '2026-09-01',
  last_hand_in: '2026-11-20',
  weeks: [3, 3, 2, 4, 3, 3, 3, 2],
  returned: 0,
  returned_since: null,
  late: 0,
  late_since: null,
  breaks: [],
}
const about = (given: Partial<LearnerPace>) => concernsAbout({ ...AT_WORK, ...given })

test('who hands in as usual is no concern', () => {
  expect(about({})).toEqual([])
})

describe('silence', () => {
  const quiet = { last_hand_in: '2026-11-06', weeks: [3, 3, 2, 4, 3, 3, 0, 0] }

  test('after a steady rhythm', () => {
    expect(about(quiet)).toEqual([{ kind: 'quiet', days: 16, per_week: 3 }])
  })

  test('is nothing new in somebody who hands in now and then', () => {
    expect(about({ ...quiet, weeks: [1, 0, 0, 0, 0, 1, 0, 0] })).toEqual([])
  })

  test('is no concern in a break, and its days do not count after it', () => {
    expect(about({ ...quiet, breaks: [{ from: '2026-11-09', to: '2026-11-29' }] })).toEqual([])
    expect(about({ ...quiet, breaks: [{ from: '2026-11-09', to: '2026-11-20' }] })).toEqual([])
    expect(about({ ...quiet, breaks: [{ from: '2026-11-19', to: '2026-11-20' }] })).toEqual([
      { kind: 'quiet', days: 14, per_week: 3 },
    ])
  })
})

test('who has just come has time to begin', () => {
  const fresh = { last_hand_in: null, weeks: [0, 0, 0, 0, 0, 0, 0, 0] }
  expect(about({ ...fresh, since: '2026-11-15' })).toEqual([])
  expect(about({ ...fresh, since: '2026-11-02' })).toEqual([{ kind: 'not_begun', days: 20 }])
})

test('returned work that nobody takes up again', () => {
  expect(about({ returned: 2, returned_since: '2026-11-15' })).toEqual([])
  expect(about({ returned: 2, returned_since: '2026-11-01' })).toEqual([
    { kind: 'returned', days: 21, pieces: 2 },
  ])
})

test('a plan that falls behind, after a week and not after a day', () => {
  expect(about({ late: 1, late_since: '2026-11-20' })).toEqual([])
  expect(about({ late: 3, late_since: '2026-11-10' })).toEqual([
    { kind: 'behind_plan', days: 12, quests: 3 },
  ])
})
