import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays } from '#rules/plan'

import {
  exerciseStatusOf,
  type ExerciseState,
  isDue,
  isMastered,
  MASTERED_STAGE,
  stateAfter,
} from './mastery.ts'

const DAY = '2026-03-02'
const on = (days: number, isRight = true, hasHint = false) => ({
  isRight,
  hasHint,
  day: addDays(DAY, days),
})
const after = (answers: ReturnType<typeof on>[]) =>
  answers.reduce<ExerciseState | undefined>(stateAfter, undefined)

test('three unaided right answers, each when due, master an exercise; it comes again after a week', () => {
  const state = after([on(0), on(1), on(4)])
  expect(isMastered(state)).toBe(true)
  expect(state).toEqual({ tries: 3, stage: 3, due_on: addDays(DAY, 11) })
})

test('the same day proves it once', () => {
  expect(after([on(0), on(0), on(0), on(0)])).toMatchObject({ tries: 4, stage: 1 })
})

test('a wrong answer is a step back and due at once; a hint brings it tomorrow', () => {
  expect(after([on(0), on(1), on(4), on(5, false)])).toEqual({
    tries: 4,
    stage: 2,
    due_on: addDays(DAY, 5),
  })
  expect(after([on(0, true, true)])).toEqual({ tries: 1, stage: 0, due_on: addDays(DAY, 1) })
})

test('the advisor reads whether it is new, needs work, is under way or mastered', () => {
  expect(exerciseStatusOf(undefined)).toBe('new')
  expect(exerciseStatusOf(after([on(0, false)]))).toBe('needs_work')
  expect(exerciseStatusOf(after([on(0)]))).toBe('practising')
  expect(exerciseStatusOf(after([on(0), on(1), on(4)]))).toBe('mastered')
  expect(isDue(undefined, DAY)).toBe(true)
})

test('nothing is mastered with fewer than three days of unaided right answers, in any history', () => {
  const answer = fc.record({ gap: fc.nat(8), isRight: fc.boolean(), hasHint: fc.boolean() })
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 40 }), (answers) => {
      let day = DAY
      let state: ExerciseState | undefined
      const proved = new Set<string>()
      for (const { gap, isRight, hasHint } of answers) {
        day = addDays(day, gap)
        state = stateAfter(state, { isRight, hasHint, day })
        if (isRight && !hasHint) proved.add(day)
        expect(state.stage).toBeLessThanOrEqual(proved.size)
        expect(state.due_on >= day).toBe(true)
      }
      if (isMastered(state)) expect(proved.size).toBeGreaterThanOrEqual(MASTERED_STAGE)
    }),
  )
})
