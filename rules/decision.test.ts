import { expect, test } from 'vitest'

import { decisionProblem } from './decision.ts'

test('only work that waits for a decision can be decided', () => {
  expect(decisionProblem('submitted', 'accepted', '')).toBeNull()
  for (const state of ['accepted', 'returned', 'withdrawn'] as const) {
    expect(decisionProblem(state, 'accepted', 'Well done.')).toBe('not_submitted')
  }
})

test('a return says why', () => {
  expect(decisionProblem('submitted', 'returned', '  ')).toBe('comment_missing')
  expect(decisionProblem('submitted', 'returned', 'Please label the axes.')).toBeNull()
})
