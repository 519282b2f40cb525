import { expect, test } from 'vitest'

import { placesOf } from './pathway-map.ts'

test('steps stand in columns, each past those before it, and no two in one place', () => {
  const places = placesOf([
    { id: 'dice', after: [] },
    { id: 'chart', after: ['dice'] },
    { id: 'stream', after: ['dice'] },
    { id: 'garden', after: [] },
    { id: 'study', after: ['stream', 'garden'] },
  ])
  expect(Object.fromEntries(places)).toEqual({
    dice: { column: 0, row: 0 },
    chart: { column: 1, row: 0 },
    stream: { column: 1, row: 1 },
    garden: { column: 0, row: 1 },
    study: { column: 2, row: 1 },
  })
})
