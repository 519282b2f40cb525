import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { groupRecordCode, readRecordCode } from './record-code.ts'

describe('the code of a record', () => {
  test.each([
    ['7KQ2-M0ZT-95AB-XW3E', '7KQ2M0ZT95ABXW3E'],
    [' 7kq2 m0zt 95ab xw3e ', '7KQ2M0ZT95ABXW3E'],
    ['7KQ2–MOZT–95AB–XW3E', '7KQ2M0ZT95ABXW3E'],
    ['iL000000OOOO0000', '1100000000000000'],
  ])('%s is read as %s', (typed, code) => {
    expect(readRecordCode(typed)).toBe(code)
  })

  test.each(['', '7KQ2', '7KQ2-M0ZT-95AB-XW3U', '7KQ2M0ZT95ABXW3EE', 'a.b.c', '-'.repeat(10_000)])(
    '%s cannot be one',
    (typed) => {
      expect(readRecordCode(typed)).toBeUndefined()
    },
  )

  test('in groups it is read as it was', () => {
    const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
    const codes = fc.array(fc.constantFrom(...letters), { minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(codes, (letters) => {
        const code = letters.join('')
        expect(groupRecordCode(code)).toHaveLength(19)
        expect(readRecordCode(groupRecordCode(code).toLowerCase())).toBe(code)
      }),
    )
  })
})
