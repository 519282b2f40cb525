import { expect, test } from 'vitest'

import { usualWaitInWords } from './usual-wait.ts'

test.each([
  [0, 'Work is usually read within a day.'],
  [24, 'Work is usually read within a day.'],
  [25, 'Work is usually read within two days.'],
  [7 * 24, 'Work is usually read within a week.'],
  [7 * 24 + 1, 'Work is usually read within two weeks.'],
  [30 * 24, 'It often takes more than two weeks for work to be read.'],
])('%i hours', (hours, words) => {
  expect(usualWaitInWords(hours)).toBe(words)
})
