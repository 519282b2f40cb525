import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSignedToken, signedToken } from './index.ts'

const SECRET = Buffer.from('the site’s own')

test('a sealed id opens to itself, for its purpose and under its secret alone', () => {
  const id = randomUUID()
  const token = signedToken(SECRET, 'portfolio link', id)
  expect(readSignedToken(SECRET, 'portfolio link', token)).toBe(id)
  expect(readSignedToken(SECRET, 'transcript link', token)).toBeUndefined()
  expect(readSignedToken(Buffer.from('another'), 'portfolio link', token)).toBeUndefined()
})

test('no other text opens anything', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 255 }), (text, bit) => {
      expect(readSignedToken(SECRET, 'portfolio link', text)).toBeUndefined()
      const bytes = Buffer.from(signedToken(SECRET, 'portfolio link', randomUUID()), 'base64url')
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(readSignedToken(SECRET, 'portfolio link', bytes.toString('base64url'))).toBeUndefined()
    }),
  )
})
