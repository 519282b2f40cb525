import { expect, test } from 'vitest'

import { type DemoQuest, demoReducer, startOfDemo } from '#rules/demo'

import { readDemoState } from './saved-state.ts'

const QUESTS: DemoQuest[] = [
  {
    id: 'park',
    title: 'A park',
    description: '',
    motif: null,
    appeal: '',
    totalXP: 75,
    tasks: [{ id: 'draw', title: 'Draw it', instructions: '', pillar: 'creativity', xp: 75 }],
  },
]
const at = '2026-11-20T10:00:00.000Z'
const worked = demoReducer(QUESTS)(startOfDemo(), {
  type: 'completeTask',
  taskId: 'draw',
  evidence: '<b>Trees</b>',
  at,
})

test('what a tab kept comes back as it was', () => {
  expect(readDemoState(JSON.stringify(worked), QUESTS)).toEqual(worked)
})

test.each([
  ['not JSON', '{'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['a step that does not exist', JSON.stringify({ ...worked, currentStep: 7 })],
  ['a step that is no number', JSON.stringify({ ...worked, currentStep: 'two' })],
  ['an unknown persona', JSON.stringify({ ...worked, persona: 'dragon' })],
  ['a missing field', JSON.stringify({ ...worked, interactions: undefined })],
  [
    'a time that is none',
    JSON.stringify({
      ...worked,
      completedTasks: [{ taskId: 'draw', evidence: 'x', timestamp: 'now' }],
    }),
  ],
  [
    'invented XP',
    JSON.stringify({ ...worked, earnedXP: { ...worked.earnedXP, communication: 5 } }),
  ],
  ['other quests', JSON.stringify({ ...worked, selectedQuests: ['gone'] })],
])('%s starts the demo over', (_, text) => {
  expect(readDemoState(text, QUESTS)).toBeUndefined()
})
