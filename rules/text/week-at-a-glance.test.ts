import { expect, test } from 'vitest'

import { weekAtAGlance } from './week-at-a-glance.ts'

// 2026-11-23 is a Monday.
const piece = (day: string, text: string, given: object = {}) => ({
  day,
  reflection: null,
  blocks: [{ type: 'text', text }],
  ...given,
})
const PUDDLE = 'The puddle shrank by a third each day, even at night.'

test('the week’s sentence is what the child says about the work, then the work’s own words', () => {
  const drawn = piece('2026-11-24', `## Day 1\n\n*${PUDDLE}* Yes.`)
  expect(weekAtAGlance([drawn], '2026-11-25')).toMatchObject({
    starts_on: '2026-11-23',
    is_current: true,
    tasks: 1,
    sentence: { words: PUDDLE },
    picture: null,
  })
  const reflection = 'I did not expect that the sun matters less than the wind.'
  const thought = piece('2026-11-23', 'Short.', { reflection })
  expect(weekAtAGlance([drawn, thought], '2026-11-25')!.sentence!.words).toBe(reflection)
})

test('on Monday the last week is shown until something is handed in', () => {
  const before = piece('2026-11-20', PUDDLE)
  expect(weekAtAGlance([before], '2026-11-23')).toMatchObject({
    starts_on: '2026-11-16',
    is_current: false,
    tasks: 1,
  })
  const fresh = piece('2026-11-23', 'Done.')
  expect(weekAtAGlance([fresh, before], '2026-11-23')).toMatchObject({
    is_current: true,
    tasks: 1,
    sentence: null,
  })
  expect(weekAtAGlance([before], '2026-11-30')).toBeNull()
})

test('the picture comes with its words, and what a grown-up wrote is not the child’s sentence', () => {
  const blocks = [
    { type: 'text', text: PUDDLE, submitter: 'parent' },
    { type: 'image', file_id: 'a', alt: 'Three outlines, one in another' },
  ]
  expect(weekAtAGlance([piece('2026-11-24', '', { blocks })], '2026-11-25')).toMatchObject({
    sentence: null,
    picture: { file_id: 'a', alt: 'Three outlines, one in another' },
  })
})

test('only the beginning of a long text is read', () => {
  const long = piece('2026-11-24', `${'a'.repeat(3000)}. ${PUDDLE} Yes.`)
  expect(weekAtAGlance([long], '2026-11-25')!.sentence).toBeNull()
})
