import { expect, test } from 'vitest'

import { inUnitsOf } from './units.ts'

test.each([
  ['one 90 cm long, one 75 cm.', 'one 90 cm (35 in) long, one 75 cm (30 in).'],
  ['Stems, 3 to 9 mm wide', 'Stems, 3 to 9 mm (0.12 to 0.35 in) wide'],
  ['cotton, 12 by 30 cm, and', 'cotton, 12 by 30 cm (4.7 by 12 in), and'],
  ['water over 60 °C scalds', 'water over 60 °C (140 °F) scalds'],
  ['swim 1,000 m', 'swim 1,000 m (3,300 ft)'],
  ['a span of forty centimetres.', 'a span of forty centimetres (16 in).'],
  ['Half a metre of string', 'Half a metre (1.6 ft) of string'],
  ['0.5 litre and 100 g', '0.5 litre (0.53 qt) and 100 g (3.5 oz)'],
])('%s', (metric, both) => {
  expect(inUnitsOf(metric, 'en-US')).toBe(both)
  expect(inUnitsOf(metric, 'en-GB')).toBe(metric)
})

test.each([
  '30 cm (a foot)',
  '12 m² of wall',
  '5 km/h',
  'twenty-five metres',
  'M5 m',
  '4 M',
  '10 miles',
])('%s stays as it is', (text) => {
  expect(inUnitsOf(text, 'en-US')).toBe(text)
})
