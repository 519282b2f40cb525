import { describe, expect, test } from 'vitest'

import { decisionProblem, awaitedParty } from './decision.ts'

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

describe('whose turn it is follows from what was said', () => {
  const message = (by: 'learner' | 'advisor') => ({ kind: 'message' as const, by })
  const returned = { kind: 'returned' as const, by: 'advisor' as const }

  test('work that waits is the advisor’s, until the advisor asks, and again when the learner has answered', () => {
    expect(awaitedParty('submitted', [])).toBe('advisor')
    expect(awaitedParty('submitted', [message('advisor')])).toBe('learner')
    expect(awaitedParty('submitted', [message('advisor'), message('learner')])).toBe('advisor')
  })

  test('returned work is the learner’s, until the learner asks', () => {
    expect(awaitedParty('returned', [returned])).toBe('learner')
    expect(awaitedParty('returned', [returned, message('learner')])).toBe('advisor')
    expect(awaitedParty('returned', [returned, message('learner'), message('advisor')])).toBe(
      'learner',
    )
  })

  test('accepted work is nobody’s, unless the learner writes', () => {
    expect(awaitedParty('accepted', [{ kind: 'accepted', by: 'advisor' }])).toBeNull()
    expect(awaitedParty('accepted', [message('learner')])).toBe('advisor')
  })

  test('an acceptance that was taken back leaves the work with the advisor', () => {
    expect(
      awaitedParty('submitted', [message('advisor'), { kind: 'reopened', by: 'advisor' }]),
    ).toBe('advisor')
  })
})
