import { expect, test } from 'vitest'

import { ago, dayInWords } from './dates.ts'

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
