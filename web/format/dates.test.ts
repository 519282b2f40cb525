import { expect, test } from 'vitest'

import { ago } from '#rules/text/ago'

import { dayInWords, paperDate, plannedFor } from './dates.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

test('a moment is told in its largest unit', () => {
  expect(ago('2026-03-10T11:59:40Z', NOW)).toBe('this minute')
  expect(ago('2026-03-10T11:15:00Z', NOW)).toBe('45 minutes ago')
  expect(ago('2026-03-10T09:00:00Z', NOW)).toBe('3 hours ago')
  expect(ago('2026-03-09T11:00:00Z', NOW)).toBe('yesterday')
  expect(ago('2026-01-10T12:00:00Z', NOW)).toBe('59 days ago')
})

test('a birthday is the same day wherever it is read', () => {
  expect(dayInWords('2012-02-29')).toMatch(/29.*2012|2012.*29/)
})

test('a paper has the day of its PDF file, wherever it is read', () => {
  expect(paperDate('2026-11-27T23:30:00.000Z')).toBe(dayInWords('2026-11-27'))
})

test('a planned day that has passed is told without alarm', () => {
  expect(plannedFor('2026-11-22', '2026-11-22')).toBe('today')
  expect(plannedFor('2026-11-27', '2026-11-22')).toMatch(/Fri.*27|27.*Fri/)
  expect(plannedFor('2026-11-17', '2026-11-22')).toBe('was planned for Tuesday')
  expect(plannedFor('2026-11-10', '2026-11-22')).toMatch(/^was planned for .*10/)
})
