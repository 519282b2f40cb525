import { expect, test } from 'vitest'

import { changedFields } from './changed-fields.ts'

test('only what a form has changed is saved: what somebody else changed meanwhile stays', () => {
  const opened = { enabled: true, daily_minutes: 60, hours: { from: '15:00', to: '18:00' } }
  const stored = { ...opened, enabled: false, hours: { from: '16:00', to: '18:00' } }
  const typed = { ...opened, daily_minutes: 30, hours: { ...opened.hours } }
  expect({ ...stored, ...changedFields(opened, typed) }).toEqual({ ...stored, daily_minutes: 30 })
  expect(changedFields(opened, { ...opened })).toEqual({})
})
