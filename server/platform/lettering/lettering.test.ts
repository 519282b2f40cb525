import { expect, test } from 'vitest'

import { lettering } from './index.ts'

const SIZE = 84

test.each(['Maya L.', 'Žofie Ř.', 'Ελένη Π.', 'Дмитрий К.', 'Nguyễn T.', 'आशा क.', '李小龙'])(
  '%s is drawn whole',
  (name) => {
    const { shapes, width } = lettering(name, SIZE)
    const letters = [...name.matchAll(/\p{L}/gu)].length
    // No letter is as narrow as a fifth of its size, on average.
    expect(width).toBeGreaterThan((letters * SIZE) / 5)
    expect(shapes).toMatch(/^<path [^>]*d="M/)
    expect(shapes).not.toContain('NaN')
  },
)

test('a sign that no type has is left out', () => {
  expect(lettering('Maya🦊', SIZE)).toEqual(lettering('Maya', SIZE))
})

test.each(['שירה', 'مرحبا', 'Maya של'])('%s is left out, not written by half', (name) => {
  expect(lettering(name, SIZE)).toEqual({ shapes: '', width: 0 })
})

test('markup is drawn, not obeyed', () => {
  const { shapes } = lettering('<b>"&', SIZE)
  expect(shapes).not.toContain('<b>')
  expect(shapes).not.toContain('&')
})
