import { expect, test } from 'vitest'

import { maxTasks, weekEnds, weeksProblem } from './course.ts'

const weeks = (count: number) => Array.from({ length: count }, () => ({}))
const tasks = (...numbers: (number | null)[]) => numbers.map((week) => ({ week }))

test.each([
  ['a quest without weeks', 0, [null, null], undefined],
  ['tasks in the order of their weeks', 3, [1, 1, 2, 3], undefined],
  [
    'a task of a week in a quest without weeks',
    0,
    [1],
    'A task belongs to a week that is not there',
  ],
  ['a task without a week', 2, [1, null, 2], 'Each task of a course needs a week'],
  ['a task after the last week', 2, [1, 2, 3], 'Each task of a course needs a week'],
  ['tasks out of order', 2, [2, 1], 'The tasks must be in the order of the weeks'],
  ['a week without a task', 3, [1, 3], 'Week 2 needs a task'],
])('%s', (_, count, numbers, problem) => {
  expect(weeksProblem({ weeks: weeks(count), tasks: tasks(...numbers) })).toBe(problem)
})

test('a course can have more tasks than a quest, and neither has any number', () => {
  const many = Array.from({ length: maxTasks(0) + 1 }, () => 1)
  expect(weeksProblem({ tasks: tasks(...many.map(() => null)) })).toBe(
    'A quest can have up to 12 tasks',
  )
  expect(weeksProblem({ weeks: weeks(1), tasks: tasks(...many) })).toBeUndefined()
  const tooMany = Array.from({ length: maxTasks(1) + 1 }, () => 1)
  expect(weeksProblem({ weeks: weeks(1), tasks: tasks(...tooMany) })).toBe(
    'A course can have up to 80 tasks',
  )
})

test('weeks end seven days apart, the last one on the day of the plan', () => {
  expect(weekEnds(3, '2027-01-08')).toEqual(['2026-12-25', '2027-01-01', '2027-01-08'])
})
