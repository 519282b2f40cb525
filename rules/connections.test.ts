import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type RequestState, stepOf } from './connections.ts'

const fresh: RequestState = {
  sender: 'older',
  recipient: 'older',
  isAllowedForSender: false,
  isAllowedForRecipient: false,
  isAccepted: false,
  isDeclined: false,
  isCancelled: false,
}

const age = fc.constantFrom('child' as const, 'older' as const)
const anyState: fc.Arbitrary<RequestState> = fc.record({
  sender: age,
  recipient: age,
  isAllowedForSender: fc.boolean(),
  isAllowedForRecipient: fc.boolean(),
  isAccepted: fc.boolean(),
  isDeclined: fc.boolean(),
  isCancelled: fc.boolean(),
})

describe('a request to connect', () => {
  test('of two who are 13 or older is the recipient’s to answer', () => {
    expect(stepOf(fresh)).toBe('recipient')
    expect(stepOf({ ...fresh, isAccepted: true })).toBe('connected')
    expect(stepOf({ ...fresh, isDeclined: true })).toBe('closed')
  })

  test('of two children passes both guardians, and reaches nobody before the first', () => {
    const children = { ...fresh, sender: 'child', recipient: 'child' } as const
    expect(stepOf(children)).toBe('sender_guardian')
    expect(stepOf({ ...children, isAllowedForSender: true })).toBe('recipient')
    const accepted = { ...children, isAllowedForSender: true, isAccepted: true }
    expect(stepOf(accepted)).toBe('recipient_guardian')
    expect(stepOf({ ...accepted, isAllowedForRecipient: true })).toBe('connected')
  })

  test('of a child who was declined waits for the guardian like any other, so that it does not tell', () => {
    const declined = { ...fresh, sender: 'child', isDeclined: true } as const
    expect(stepOf(declined)).toBe('sender_guardian')
    expect(stepOf({ ...declined, isAllowedForSender: true })).toBe('closed')
  })

  test('connects nobody without the recipient, and no child without a guardian', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        if (stepOf(state) !== 'connected') return
        expect(state.isAccepted).toBe(true)
        expect(state.sender === 'older' || state.isAllowedForSender).toBe(true)
        expect(state.recipient === 'older' || state.isAllowedForRecipient).toBe(true)
        expect(state.isDeclined || state.isCancelled).toBe(false)
      }),
    )
  })
})
