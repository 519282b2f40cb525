import { expect, test } from 'vitest'

import { mailboxOf } from './mailbox.ts'

test('spellings of one address share a mailbox, other addresses do not', () => {
  const one = mailboxOf('ada.lovelace@example.org')
  for (const alias of [
    'AdaLovelace@example.org',
    'ada.lovelace+mum@Example.org',
    ' a.d.a.lovelace+a+b@example.org ',
  ]) {
    expect(mailboxOf(alias)).toBe(one)
  }
  expect(mailboxOf('ada@googlemail.com')).toBe(mailboxOf('a.da+x@gmail.com'))
  for (const other of ['ada.lovelace@example.com', 'mum@example.org', 'ada@example.org']) {
    expect(mailboxOf(other)).not.toBe(one)
  }
})
