import { expect, test } from 'vitest'

import { lettering } from './lettering.ts'

const SIZE = 84

test.each([
  'Maya L.',
  'Žofie Ř.',
  'Ελένη Π.',
  'Дмитрий К.',
  'Nguyễn T.',
  'आशा क.',
  '李小龙',
  'שירה',
  'مرحبا',
  '김민준',
])('%s is drawn whole', (name) => {
  const { paths, width } = lettering(name, SIZE)
  const letters = [...name.matchAll(/\p{L}/gu)].length
  // The average letter is wider than a fifth of its size.
  expect(width).toBeGreaterThan((letters * SIZE) / 5)
  expect(paths).toMatch(/^<path [^>]*d="M/)
  expect(paths).not.toContain('NaN')
})

test('a sign that no type has is left out', () => {
  expect(lettering('Maya🦊', SIZE)).toEqual(lettering('Maya', SIZE))
})

test.each(['ሰላም', 'Maya ሰላም'])('%s is left out, not written by half', (name) => {
  expect(lettering(name, SIZE)).toEqual({ paths: '', width: 0 })
})

test('markup is drawn, not obeyed', () => {
  const { paths } = lettering('<b>"&', SIZE)
  expect(paths).not.toContain('<b>')
  expect(paths).not.toContain('&')
})
