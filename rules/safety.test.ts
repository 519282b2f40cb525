import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  CRISES,
  firstRecipients,
  isOverdue,
  isFamilyNotified,
  nextRecipients,
  type RecipientLevel,
  SEVERITIES,
} from './safety.ts'

const anyPresent = fc.record({
  guardians: fc.boolean(),
  advisor: fc.boolean(),
  safeguarding: fc.boolean(),
})

describe('somebody always hears of a report', () => {
  test('who is there, or the admins, and step by step it comes to safeguarding and admins', () => {
    fc.assert(
      fc.property(anyPresent, fc.boolean(), (present, isWithheld) => {
        const heard: RecipientLevel[] = [firstRecipients(isWithheld, present)]
        for (let i = 0; i < 4; i += 1)
          heard.push(nextRecipients(heard.at(-1)!, isWithheld, present))
        for (const level of heard) expect(level === 'admins' || present[level]).toBe(true)
        expect(heard).toContain('admins')
        if (present.safeguarding) expect(heard).toContain('safeguarding')
      }),
    )
  })

  test('never a guardian, nor an advisor, of what may be about a guardian', () => {
    fc.assert(
      fc.property(anyPresent, (present) => {
        const heard: RecipientLevel[] = [firstRecipients(true, present)]
        for (let i = 0; i < 4; i += 1) heard.push(nextRecipients(heard.at(-1)!, true, present))
        expect(heard).not.toContain('guardians')
        expect(heard).not.toContain('advisor')
      }),
    )
  })
})

test('a serious report waits two hours, every other a day', () => {
  const since = new Date('2026-03-10T08:00:00Z')
  const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000)
  expect(SEVERITIES.map((severity) => isOverdue(severity, since, after(2)))).toEqual([
    false,
    false,
    true,
  ])
  expect(isOverdue('low', since, after(24))).toBe(true)
})

test('a family chooses what it gets letters about, and is always told what is serious', () => {
  const told = SEVERITIES.map((level) =>
    SEVERITIES.map((severity) =>
      isFamilyNotified({ category: 'violence', severity }, level, false),
    ),
  )
  expect(told).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
  ])
  expect(isFamilyNotified({ category: 'violence', severity: 'low' }, 'high', true)).toBe(true)
})

test('no alert level of a family silences a crisis', () => {
  for (const category of CRISES) {
    expect(isFamilyNotified({ category, severity: 'medium' }, 'high', false)).toBe(true)
    expect(isFamilyNotified({ category, severity: 'low' }, 'high', false)).toBe(false)
  }
})
