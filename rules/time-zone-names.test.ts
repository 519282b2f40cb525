import { expect, test } from 'vitest'

import { presentZoneName } from './time-zone-names.ts'

test('a present name is another name of the same zone', () => {
  const canonical = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    expect(canonical(presentZoneName(zone))).toBe(canonical(zone))
    expect(presentZoneName(presentZoneName(zone))).toBe(presentZoneName(zone))
  }
  expect(presentZoneName('Asia/Calcutta')).toBe('Asia/Kolkata')
})
