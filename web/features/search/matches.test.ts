import { expect, test } from 'vitest'

import { bestFirst, matches } from './matches.ts'

test.each([
  ['Calendar dates events', 'cal', true],
  ['Calendar dates events', 'events cal', true],
  ['Zoë Müller', 'zoe muller', true],
  ['李小龙', '小', true],
  ['Calendar', 'calm', false],
  ['Diploma', 'ma', false],
])('“%s” matches “%s”: %s', (text, search, is) => {
  expect(matches(text, search)).toBe(is)
})

test('names that begin with the search come first, in their order', () => {
  const items = ['Your quests', 'Quest groups', 'Quests']
  expect(bestFirst(items, (name) => name, ' quest ')).toEqual([
    'Quest groups',
    'Quests',
    'Your quests',
  ])
})
