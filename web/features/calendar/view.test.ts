import { expect, test } from 'vitest'

import { readAddress } from './view.ts'

test('today is the day in the chosen time zone, not where the browser is', () => {
  const fallback = {
    view: 'list',
    now: '2026-11-28T00:52:00.000Z',
    ownZone: 'Europe/Berlin',
  } as const
  const read = (search: string) => readAddress(new URLSearchParams(search), fallback)
  expect(read('')).toMatchObject({ today: '2026-11-28', day: '2026-11-28' })
  const there = { today: '2026-11-27', day: '2026-11-27' }
  expect(read('zone=America/Los_Angeles')).toMatchObject(there)
  expect(read('zone=America/Los_Angeles&day=2026-12-24')).toMatchObject({
    ...there,
    day: '2026-12-24',
  })
})
