import { describe, expect, test } from 'vitest'

import { choiceFor, CHOSEN_CATEGORIES, digestsDue } from './notifications.ts'

describe('a digest', () => {
  test('is due from five in the evening where the person is', () => {
    const evening = new Date('2026-11-24T16:30:00Z')
    expect(digestsDue(evening, 'Europe/Berlin')).toEqual({ day: '2026-11-24', rhythms: ['daily'] })
    expect(digestsDue(evening, 'UTC')).toBeUndefined()
    expect(digestsDue(evening, 'Pacific/Auckland')).toBeUndefined()
  })

  test('of the week comes with that of Sunday', () => {
    const sunday = new Date('2026-11-22T17:00:00Z')
    expect(digestsDue(sunday, 'UTC')?.rhythms).toEqual(['daily', 'weekly'])
  })
})

test('what is about safety comes at once, whatever somebody has chosen; everything else as chosen', () => {
  const nothing = { in_app: false, push: false, mail: 'never' } as const
  expect(choiceFor('safety', nothing)).toEqual({ in_app: true, push: true, mail: 'immediately' })
  for (const category of CHOSEN_CATEGORIES) expect(choiceFor(category, nothing)).toEqual(nothing)
})
