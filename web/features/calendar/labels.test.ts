import { expect, test } from 'vitest'

import type { CalendarItem } from '#contract/calendar'

import { itemsByDay } from './labels.ts'

const item = (id: string, start: string, end: string): CalendarItem => ({
  id,
  kind: 'event',
  title: id,
  start,
  end,
  time_zone: 'UTC',
  all_day: start.length === 10,
  quest_id: null,
  href: null,
})

test('An item of several days is in each of them, in the time zone asked for', () => {
  const days = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
  const items = [
    item('trip', '2026-11-27', '2026-11-29'),
    item('night', '2026-11-28T22:00:00Z', '2026-11-29T01:00:00Z'),
    item('until midnight', '2026-11-28T20:00:00Z', '2026-11-29T00:00:00Z'),
  ]
  const idsIn = (timeZone: string) =>
    [...itemsByDay(items, days, timeZone)].map(([, found]) => found.map(({ id }) => id))
  expect(idsIn('UTC')).toEqual([['trip'], ['trip', 'night', 'until midnight'], ['night'], []])
  expect(idsIn('Asia/Tokyo')).toEqual([['trip'], ['trip'], ['night', 'until midnight'], []])
})
