import { expect, test } from 'vitest'

import { holdsWebAddress, defuseLinks, isBlank, isSingleLine } from './single-line.ts'

test.each(['Ada', '李小龙', 'محمد', 'נועה', 'می‌خواهم', '👩‍👩‍👧 and me', 'Zoë  O’Brien-Ruiz'])(
  'one line that reads as it is written: %s',
  (text) => expect(isSingleLine(text)).toBe(true),
)

test.each([
  'two\nlines',
  'two\r\nlines',
  'a\ttab',
  'a\u2028line',
  'a\u0085line',
  'bell\u0007',
  'an\u202eoverride',
  'an\u2067isolate',
  'a\u200fmark',
])('not one: %j', (text) => expect(isSingleLine(text)).toBe(false))

test.each(['', '  ', '\u3164', '\u200b\u200d', '\u2060 \u00ad', '\u2800'])(
  'shows nothing: %j',
  (text) => expect(isBlank(text)).toBe(true),
)

test.each(['李', 'می‌خواهم', '👩‍👩‍👧', '-', '\u3164a'])('shows something: %s', (text) =>
  expect(isBlank(text)).toBe(false),
)

test.each([
  'Ada',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'St.John Smythe',
  'Ada Jr.',
  'Dr. med. Weber',
  'ด.ช.สมชาย',
  'Anne-Marie O’Neil',
])('a name: %s', (name) => expect(holdsWebAddress(name)).toBe(false))

test.each([
  'http://evil.example',
  'Win at evil.com',
  'EVIL.COM',
  'Evil.Com',
  'www.evil',
  'see evil.co.uk/x',
  'me@evil.org',
  'пример.рф',
])('with an address in it: %s', (name) => {
  expect(holdsWebAddress(name)).toBe(true)
  expect(holdsWebAddress(defuseLinks(name))).toBe(false)
})

test('in a letter a name is one line', () => {
  expect(defuseLinks('Kit\n\nYour account is blocked.\nCall https://evil.com now')).toBe(
    'Kit Your account is blocked. Call https evil com now',
  )
  expect(defuseLinks('J.R. Tolkien')).toBe('J.R. Tolkien')
})
