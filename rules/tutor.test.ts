import { describe, expect, test } from 'vitest'

import { closedReason, hoursElsewhere, isWithinHours, minutesUsed } from './tutor.ts'

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`)
const open = { enabled: true, hours: { from: '00:00', to: '24:00' }, daily_minutes: 60 }

describe('hours', () => {
  test.each([
    ['UTC', 'Asia/Kolkata', { from: '20:00', to: '22:30' }, { from: '01:30', to: '04:00' }],
    [
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      { from: '15:00', to: '19:00' },
      { from: '14:00', to: '18:00' },
    ],
    ['UTC', 'Europe/Berlin', { from: '09:00', to: '23:00' }, { from: '10:00', to: '24:00' }],
    ['UTC', 'Europe/Berlin', { from: '00:00', to: '24:00' }, { from: '00:00', to: '24:00' }],
  ])('in %s are, in %s, %o → %o', (zone, elsewhere, hours, expected) => {
    expect(hoursElsewhere(hours, at('12:00'), { zone, elsewhere })).toEqual(expected)
  })

  test('elsewhere move by an hour once the clocks there change', () => {
    const hours = { from: '15:00', to: '19:00' }
    const zones = { zone: 'America/Phoenix', elsewhere: 'Europe/Berlin' }
    const shown = (day: string) => hoursElsewhere(hours, new Date(`${day}T12:00:00Z`), zones).from
    expect([shown('2026-03-28'), shown('2026-03-29')]).toEqual(['23:00', '00:00'])
  })

  test.each([
    ['08:00', '20:00', '07:59', false],
    ['08:00', '20:00', '08:00', true],
    ['08:00', '20:00', '19:59', true],
    ['08:00', '20:00', '20:00', false],
    ['22:00', '01:00', '23:30', true],
    ['22:00', '01:00', '00:59', true],
    ['22:00', '01:00', '01:00', false],
    ['22:00', '01:00', '12:00', false],
    ['00:00', '24:00', '23:59', true],
  ])('from %s to %s at %s: %s', (from, to, time, expected) => {
    expect(isWithinHours({ from, to }, at(time), 'UTC')).toBe(expected)
  })

  test('are those on the clock where the learner is, also when the clock changes', () => {
    const hours = { from: '08:00', to: '09:00' }
    // Berlin changes from UTC+1 to UTC+2 on the 29th.
    expect(isWithinHours(hours, new Date('2026-03-28T07:30:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isWithinHours(hours, new Date('2026-03-30T07:30:00Z'), 'Europe/Berlin')).toBe(false)
    expect(isWithinHours(hours, new Date('2026-03-30T06:30:00Z'), 'Europe/Berlin')).toBe(true)
  })
})

describe('minutes', () => {
  test('count from message to message, and one for a message alone; another day’s do not', () => {
    const times = [at('09:00'), at('09:04'), at('09:10'), at('15:00')]
    expect(minutesUsed(times, at('16:00'), 'UTC')).toBe(1 + 4 + 6 + 1)
    expect(minutesUsed(times, new Date('2026-03-11T16:00:00Z'), 'UTC')).toBe(0)
  })

  test('of none a day nobody writes', () => {
    expect(closedReason({ ...open, daily_minutes: 0 }, [], at('09:00'), 'UTC')).toBe('minutes')
  })
})

test('what is off is off, before anything else is looked at', () => {
  const settings = { ...open, enabled: false, daily_minutes: 0 }
  expect(closedReason(settings, [], at('09:00'), 'UTC')).toBe('off')
})
