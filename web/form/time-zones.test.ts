import { expect, test } from 'vitest'

import { findTimeZones, offsetOf, timeZones } from './time-zones.ts'

const found = (search: string) => findTimeZones(timeZones(), search).map(({ id }) => id)

test.each([
  ['berl', 'Europe/Berlin'],
  ['Germany', 'Europe/Berlin'],
  ['zürich', 'Europe/Zurich'],
  ['mumbai', 'Asia/Calcutta'],
  ['kyiv', 'Europe/Kiev'],
  ['new york', 'America/New_York'],
  ['brasilia', 'America/Sao_Paulo'],
  ['Viet', 'Asia/Saigon'],
  ['utc', 'UTC'],
])('“%s” finds %s', (search, zone) => {
  expect(found(search)).toContain(zone)
})

test('a city of this name comes before its country', () => {
  expect(found('singapore')).toEqual(['Asia/Singapore'])
  expect(found('jam')[0]).toBe('America/Jamaica')
  expect(found('qqq')).toEqual([])
})

test('an offset is the zone’s own', () => {
  expect(offsetOf('Asia/Tokyo')).toBe('GMT+9')
})
