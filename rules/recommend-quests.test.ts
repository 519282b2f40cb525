import { describe, expect, test } from 'vitest'

import {
  bySuitability,
  firstQuests,
  type Reader,
  type RecommendableQuest,
} from './recommend-quests.ts'

const quest = (id: string, given: Partial<RecommendableQuest> = {}): RecommendableQuest => ({
  id,
  age_min: 5,
  age_max: 19,
  pillars: ['creativity'],
  prerequisites: [],
  estimated_hours: 6,
  position: 0,
  ...given,
})
const newcomer: Reader = {
  age: 15,
  interest: {},
  touched: new Set(),
  begun: new Set(),
  completed: new Set(),
}
const order = (quests: RecommendableQuest[], reader: Partial<Reader> = {}) =>
  quests.toSorted(bySuitability({ ...newcomer, ...reader })).map(({ id }) => id)

describe('what suits a learner best comes first', () => {
  const young = quest('young', { age_min: 6, age_max: 9 })
  const nearly = quest('nearly', { age_min: 11, age_max: 14 })
  const fitting = quest('fitting', { age_min: 13, age_max: 17, position: 9 })

  test('age decides before everything else', () => {
    expect(order([young, nearly, fitting], { interest: { young: 1 } })).toEqual([
      'fitting',
      'nearly',
      'young',
    ])
  })

  test('of two that suit as well, the shorter comes first', () => {
    const long = quest('long', { estimated_hours: 20, position: 0 })
    const short = quest('short', { estimated_hours: 2, position: 5 })
    expect(order([long, short])).toEqual(['short', 'long'])
  })

  test('a child of seven gets what is for a child of seven', () => {
    expect(order([fitting, nearly, young], { age: 7 })).toEqual(['young', 'nearly', 'fitting'])
  })

  test('where the age is not known, it decides nothing', () => {
    expect(order([fitting, young], { age: null })).toEqual(['young', 'fitting'])
  })

  test('interests decide among what fits the age, before pillars', () => {
    const new_pillar = quest('new pillar', { pillars: ['communication'] })
    const reader = {
      interest: { liked: 0.2, loved: 0.4 },
      touched: new Set(['creativity'] as const),
    }
    expect(order([new_pillar, quest('liked'), quest('loved')], reader)).toEqual([
      'loved',
      'liked',
      'new pillar',
    ])
  })

  test('then more pillars that are new to the learner, before what is begun', () => {
    const both = quest('both', { pillars: ['communication', 'creativity'] })
    const reader = { touched: new Set(['creativity'] as const), begun: new Set(['begun']) }
    expect(order([quest('begun'), quest('other'), both], reader)).toEqual([
      'both',
      'begun',
      'other',
    ])
  })

  test('what waits for another quest comes after what can be started', () => {
    const later = quest('later', { prerequisites: [{ id: 'first' }] })
    const first = quest('first', { position: 5 })
    expect(order([later, first])).toEqual(['first', 'later'])
    expect(order([later, first], { completed: new Set(['first']) })).toEqual(['later', 'first'])
  })

  test('where nothing about the learner decides, the library’s order does', () => {
    expect(order([quest('b', { position: 2 }), quest('a', { position: 1 })])).toEqual(['a', 'b'])
  })
})

describe('a newcomer’s first quests', () => {
  const first = (id: string, given: Partial<Parameters<typeof firstQuests>[0][number]> = {}) => ({
    ...quest(id),
    estimated_hours: 2,
    span_days: null,
    tasks: [{ evidence: ['text', 'image'] as const }],
    ...given,
  })
  const chosen = (quests: ReturnType<typeof first>[], age: number | null = 12, count = 3) =>
    firstQuests(quests, age, count).map(({ id }) => id)

  test('are short, for their age, and begin with words', () => {
    const proof = first('needs a photo', { tasks: [{ evidence: ['image'] }], estimated_hours: 1 })
    const long = first('twenty hours', { estimated_hours: 20 })
    const weeks = first('two weeks', { estimated_hours: 1, span_days: 14 })
    const young = first('for the young', { age_max: 8, estimated_hours: 1 })
    const short = first('short')
    expect(chosen([young, proof, long, weeks, short], 12, 5)).toEqual([
      'short',
      'twenty hours',
      'two weeks',
      'needs a photo',
      'for the young',
    ])
  })

  test('need no other quest first', () => {
    const later = first('later', { prerequisites: [{ id: 'short' }], estimated_hours: 1 })
    expect(chosen([later, first('short')])).toEqual(['short'])
  })

  test('begin in different pillars', () => {
    const quests = [
      first('drawing', { estimated_hours: 1 }),
      first('painting', { estimated_hours: 2 }),
      first('speaking', { estimated_hours: 3, pillars: ['communication'] }),
      first('sawing', { estimated_hours: 4, pillars: ['practical_skills'] }),
    ]
    expect(chosen(quests)).toEqual(['drawing', 'speaking', 'sawing'])
  })
})
