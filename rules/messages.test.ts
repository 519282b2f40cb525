import { expect, test } from 'vitest'

import { screenInTalk } from '#rules/text/screening'

import { reportable, deliveryOf } from './messages.ts'

const CHILD = { isAdult: false, isChecked: false }
const verdict = (text: string, who = CHILD) => deliveryOf(screenInTalk([], text), who)

test.each([
  ['Shall we build the bridge on Saturday?', 'deliver'],
  ['In the play Macbeth kills the king with a dagger', 'deliver'],
  ['I want to die', 'deliver'],
  ['My dad hits me with a belt every night', 'deliver'],
  ['I will kill you tomorrow at school', 'refuse'],
  ['my phone number is 0171 555 2368', 'ask'],
  ['Das ist ein toller Aufsatz über Massaker und Frieden', 'deliver'],
] as const)('%s: %s', (text, expected) => {
  expect(verdict(text)).toBe(expected)
})

test('who has been asked is not asked again, and a grown-up is not asked', () => {
  const number = 'my phone number is 0171 555 2368'
  expect(verdict(number, { ...CHILD, isChecked: true })).toBe('deliver')
  expect(verdict(number, { ...CHILD, isAdult: true })).toBe('deliver')
})

test('personal data is asked about instead of being reported', () => {
  expect(reportable(screenInTalk([], 'my phone number is 0171 555 2368'))).toEqual([])
  expect(reportable(screenInTalk([], 'I want to die'))).toMatchObject([{ category: 'self_harm' }])
})
