import { expect, test } from 'vitest'

import { criteriaFor, findingsOf, withTaskNames } from './rubric.ts'

const everywhere = { criterion: 'I guessed first', tasks: [] }
const there = { criterion: 'It holds', tasks: ['build'] }

test('a criterion applies to its tasks, and without any to all', () => {
  expect(criteriaFor([everywhere, there], 'build')).toEqual([everywhere, there])
  expect(criteriaFor([everywhere, there], 'draw')).toEqual([everywhere])
})

test('a task that is gone leaves the rubric', () => {
  const names = new Map([['build', 'b']])
  const rubric = [
    { ...everywhere, tasks: undefined },
    { criterion: 'Both', tasks: ['build', 'draw'] },
  ]
  expect(withTaskNames(rubric, (task) => names.get(task)).map(({ tasks }) => tasks)).toEqual([
    [],
    ['b'],
  ])
})

test('without a tick a review has no findings, otherwise one for each criterion', () => {
  expect(findingsOf([everywhere, there], [])).toEqual([])
  expect(findingsOf([everywhere, there], ['It holds'])).toEqual([
    { criterion: 'I guessed first', met: false },
    { criterion: 'It holds', met: true },
  ])
})
