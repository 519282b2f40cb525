import { expect, test } from 'vitest'

import { AGREEMENT_STATES, canTransition, missingSigners } from './agreements.ts'

const learner = { role: 'learner', name: 'Ada' } as const
const guardian = { role: 'guardian', name: 'Anne' } as const
const school = { role: 'school', name: 'Grace' } as const

test('a minor’s agreement needs a guardian as well', () => {
  expect(missingSigners([learner, school], 17)).toEqual(['guardian'])
  expect(missingSigners([learner, school], null)).toEqual(['guardian'])
  expect(missingSigners([learner, school], 18)).toEqual([])
  expect(missingSigners([guardian], 15)).toEqual(['learner', 'school'])
})

test('what has ended stays ended, and nothing signed becomes a draft again', () => {
  const after = (from: (typeof AGREEMENT_STATES)[number]) =>
    AGREEMENT_STATES.filter((to) => canTransition(from, to))
  expect(after('superseded')).toEqual([])
  expect(after('void')).toEqual([])
  expect(after('signed')).toEqual(['countersigned', 'void'])
  expect(after('countersigned')).toEqual(['superseded', 'void'])
})
