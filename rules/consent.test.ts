import { describe, expect, test } from 'vitest'

import { type ConsentAnswer, type ConsentMethod, consentState } from './consent.ts'

const says =
  (guardian: string, kind: ConsentAnswer['kind']) =>
  (method: ConsentMethod = 'signed_in', policyVersion = '2026-11'): ConsentAnswer => ({
    guardian,
    kind,
    method,
    policyVersion,
  })
const [motherGives, motherWithdraws] = [says('mother', 'given'), says('mother', 'withdrawn')]
const [fatherGives, fatherWithdraws] = [says('father', 'given'), says('father', 'withdrawn')]

const BOTH = new Set(['mother', 'father'])
const publishing = (answers: ConsentAnswer[], deciding = BOTH, oldest = '') =>
  consentState('publishing', answers, deciding, oldest)

describe('what stays inside needs a mailed code, what discloses more', () => {
  test.each([
    ['use', 'mailed_code', 'given'],
    ['tutor', 'signed_in', 'given'],
    ['publishing', 'mailed_code', 'unproven'],
    ['publishing', 'signed_form', 'given'],
    ['connections_and_messages', 'signed_in', 'unproven'],
    ['connections_and_messages', 'call', 'given'],
  ] as const)('%s by %s: %s', (scope, method, state) => {
    expect(consentState(scope, [motherGives(method)], BOTH, '')).toBe(state)
  })

  test('nothing said is nothing allowed', () => expect(publishing([])).toBe('open'))

  test('who has signed once need not sign again for a newer policy, but must after a withdrawal', () => {
    const signed = motherGives('signed_form', '2026-01')
    expect(publishing([signed, motherGives('signed_in')], BOTH, '2026-11')).toBe('given')
    expect(publishing([signed, motherWithdraws(), motherGives()])).toBe('unproven')
  })
})

describe('two who disagree', () => {
  const signed = motherGives('signed_form')

  test('it stands while nobody who decides objects, whoever spoke last', () => {
    expect(publishing([signed, fatherWithdraws()])).toBe('withdrawn')
    expect(publishing([fatherWithdraws(), signed])).toBe('withdrawn')
    expect(publishing([fatherWithdraws(), signed, fatherGives()])).toBe('given')
  })

  test('the objection of somebody who does not decide any more does not count', () => {
    expect(publishing([signed, fatherWithdraws()], new Set(['mother']))).toBe('given')
  })

  test('one’s own withdrawal takes one’s own consent back, even of somebody who decides no more', () => {
    expect(publishing([signed, motherWithdraws()], new Set())).toBe('open')
  })
})

test('a consent for a policy that is too old pauses what discloses, and nothing else', () => {
  const signed = [motherGives('signed_form', '2026-01')]
  expect(publishing(signed, BOTH, '2026-01')).toBe('given')
  expect(publishing(signed, BOTH, '2026-11')).toBe('paused')
  expect(consentState('use', signed, BOTH, '2026-11')).toBe('given')
})
