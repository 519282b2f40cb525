import fc from 'fast-check'
import { expect, test } from 'vitest'

import { linkedParts } from './linked-text.ts'

const linksIn = (text: string) =>
  linkedParts(text).flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]]))

test.each([
  ['See https://example.org/a?b=c.', 'https://example.org/a?b=c', 'https://example.org/a?b=c'],
  ['(https://example.org/x)', 'https://example.org/x', 'https://example.org/x'],
  [
    'https://en.wikipedia.org/wiki/Oak_(tree), it says',
    'https://en.wikipedia.org/wiki/Oak_(tree)',
    'https://en.wikipedia.org/wiki/Oak_(tree)',
  ],
  ['HTTP://Example.org', 'HTTP://Example.org', 'http://example.org/'],
  // A Cyrillic а.
  [
    'https://p\u0430ypal.com/login',
    'https://xn--pypal-4ve.com/login',
    'https://xn--pypal-4ve.com/login',
  ],
])('%s', (text, shown, href) => {
  expect(linksIn(text)).toEqual([[shown, href]])
})

test.each([
  'javascript:alert(1)',
  'https://bank.example@evil.example/',
  'data:text/html,x',
  'example.org',
  'http://',
  '<a href="x">https</a>',
])('%s is text', (text) => {
  expect(linkedParts(text)).toEqual([{ text }])
})

test('nothing turns the direction of writing around', () => {
  expect(linkedParts('photo\u202egnp.exe \u2067x\u2069')).toEqual([{ text: 'photognp.exe x' }])
})

test('links lead to the web and nowhere else, and no word is lost', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl({ withQueryParameters: true }),
    fc.constantFrom('https://', 'javascript:', ' ', ').', '\n', 'https://a@b.example'),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const parts = linkedParts(pieces.join(' '))
      for (const { href } of parts) if (href !== undefined) expect(href).toMatch(/^https?:\/\//)
      if (parts.every(({ text }) => !text.includes('xn--'))) {
        const shown = parts.map(({ text }) => text).join('')
        expect(shown).toBe(pieces.join(' ').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''))
      }
    }),
  )
})
