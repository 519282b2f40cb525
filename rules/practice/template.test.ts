import { expect, test } from 'vitest'

import { ExpressionError } from './expression.ts'
import { fillTemplate } from './template.ts'

test.each([
  ['@name is @h m tall.', 'Ines is 1.50 m tall.'],
  ['Twice that is @(h * 2) m.', 'Twice that is 3 m.'],
  ['@(h * 2:2) m', '3.00 m'],
  ['$@(one:x)x @(low:+)$ and $@(minus:x)y @(a:+)$', '$x - 7$ and $-y + 3$'],
  ['It is @low degrees, $@low$', 'It is −7 degrees, $-7$'],
  ['ask@@example.org', 'ask@example.org'],
  ['$\\frac{@a}{@(a + 1)}$', '$\\frac{3}{4}$'],
  ['0.1 + 0.2 = @(0.1 + 0.2)', '0.1 + 0.2 = 0.3'],
])('%s reads %s', (text, filled) => {
  const values = { name: 'Ines', h: 1.5, low: -7, one: 1, minus: -1, a: 3 }
  expect(fillTemplate(text, values, { h: 2 })).toBe(filled)
})

test.each(['@', '@nobody', '@(1 + 2', '@(1 : 99)', '@(1/0)'])('%s is refused', (text) => {
  expect(() => fillTemplate(text, {})).toThrow(ExpressionError)
})
