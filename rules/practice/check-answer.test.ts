import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { checkAnswer, solveExercise } from './check-answer.ts'
import type { Exercise, NumberExercise } from './exercise.ts'
import { drawValues, generateQuestion } from './generate.ts'
import { problemsOfExercise } from './problems.ts'

const every = { id: 'x', title: 'X', question: 'Q', hints: ['H'], why: 'W' }

const shadow: NumberExercise = {
  ...every,
  kind: 'number',
  vars: { h: '1.40 to 1.80 by 0.05', s: '0.8 to 1.6 by 0.1', t: '6 to 12' },
  where: ['abs(h - s) > 0.2'],
  question: 'You are @h m tall and your shadow is @s m. How tall is a tree with a shadow of @t m?',
  answer: 'h * t / s',
  unit: ['m'],
  tolerance: '0.1',
  holds: 'abs(answer / t - h / s) < 0.001',
  wrong: [{ answer: 's * t / h', why: 'Turned round: @s over @h.' }],
}
const choice: Exercise = {
  ...every,
  kind: 'choice',
  choices: [
    { text: 'Yes', why: 'So it is.' },
    { text: 'No', why: 'It is not.' },
    { text: 'Perhaps', why: 'Look again.' },
  ],
}
const order: Exercise = {
  ...every,
  kind: 'order',
  items: ['a', 'b', 'c', 'd'].map((text) => ({ text, why: `${text} comes here.` })),
}
const match: Exercise = {
  ...every,
  kind: 'match',
  pairs: ['a', 'b', 'c'].map((text) => ({ left: text, right: `${text}!`, why: `See ${text}.` })),
}
const text: Exercise = {
  ...every,
  kind: 'text',
  accept: ['(un|el) árbol [grande]'],
  wrong: [{ answer: 'una árbol', why: '“Árbol” is masculine.' }],
}
const ALL = [shadow, choice, order, match, text]

const seeds = fc.string({ maxLength: 20 })

describe('an exercise', () => {
  test('accepts its own answer at every seed', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...ALL), (seed, exercise) => {
        const answer = solveExercise(exercise, seed)
        expect(checkAnswer(exercise, seed, answer).result).toBe('right')
      }),
    )
  })

  test('asks the same at the same seed, within its ranges and conditions', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(generateQuestion(shadow, seed)).toEqual(generateQuestion(shadow, seed))
        const { h, s, t } = drawValues(shadow, seed).values as Record<string, number>
        expect(h! >= 1.4 && h! <= 1.8 && t! >= 6 && t! <= 12).toBe(true)
        expect(Math.abs(h! - s!)).toBeGreaterThan(0.2)
      }),
    )
  })

  test('never begins in the right order', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { options } = generateQuestion(order, seed)
        expect(options.map(({ index }) => index)).not.toEqual([0, 1, 2, 3])
      }),
    )
  })

  test('takes any answer without failing', () => {
    const answer = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.integer(),
      fc.array(fc.integer({ min: -2, max: 9 }), { maxLength: 10 }),
    )
    fc.assert(
      fc.property(seeds, fc.constantFrom(...ALL), answer, (seed, exercise, answer) => {
        expect(['right', 'wrong', 'unclear']).toContain(checkAnswer(exercise, seed, answer).result)
      }),
    )
  })
})

test('a solution is written as people write it: without needless zeros, and 1 in the singular', () => {
  const solutionOf = (answer: string, unit: string[]) =>
    solveExercise({ ...shadow, answer, unit, tolerance: '0.01' }, 'any')
  expect(solutionOf('16', ['swims'])).toBe('16 swims')
  expect(solutionOf('2 / 3', ['m'])).toBe('0.67 m')
  expect(solutionOf('1', ['points', 'point'])).toBe('1 point')
})

describe('a wrong answer', () => {
  const { h, s, t } = drawValues(shadow, '1').values as { h: number; s: number; t: number }

  test('is explained when somebody foresaw it', () => {
    const turned = String((s * t) / h)
    expect(checkAnswer(shadow, '1', `${turned} m`)).toEqual({
      result: 'wrong',
      say: `Turned round: ${s.toFixed(1)} over ${h.toFixed(2)}.`,
    })
    expect(checkAnswer(choice, '1', 2)).toEqual({ result: 'wrong', say: 'Look again.' })
    expect(checkAnswer(order, '1', [0, 2, 1, 3]).say).toBe('b comes here.')
    expect(checkAnswer(match, '1', [0, 2, 1]).say).toBe('See b.')
    expect(checkAnswer(text, '1', 'Una árbol').say).toBe('“Árbol” is masculine.')
  })

  test('does not count while its unit is missing, it cannot be read, or only an accent is wrong', () => {
    const number = (h * t) / s
    expect(checkAnswer(shadow, '1', String(number)).result).toBe('unclear')
    expect(checkAnswer(shadow, '1', 'tall').result).toBe('unclear')
    expect(checkAnswer(shadow, '1', `${number * 100} cm`).result).toBe('right')
    expect(checkAnswer(shadow, '1', `${number} kg`).result).toBe('wrong')
    expect(checkAnswer(text, '1', 'el arbol grande').result).toBe('unclear')
  })
})

describe('the check of an exercise', () => {
  test('finds nothing in good ones', () => {
    expect(ALL.flatMap((exercise) => problemsOfExercise(exercise, 50))).toEqual([])
  })

  test.each<[string, Exercise, RegExp]>([
    ['an unknown variable', { ...shadow, answer: 'h * q' }, /not a variable/],
    ['a wrong formula', { ...shadow, answer: 'h * s' }, /does not hold/],
    [
      'a mistake that is the answer',
      { ...shadow, wrong: [{ answer: 'h / s * t', why: 'No' }] },
      /like another answer/,
    ],
    ['a wide tolerance', { ...shadow, tolerance: '30 %' }, /too wide/],
    ['conditions that never hold', { ...shadow, where: ['h > 9'] }, /no values fit/],
    ['a reserved name', { ...shadow, vars: { ...shadow.vars, pi: '3' } }, /cannot be a variable/],
    [
      'two equal choices',
      { ...choice, choices: [...choice.choices, { text: 'yes', why: '' }] },
      /read the same/,
    ],
    ['a text that is both', { ...text, wrong: [{ answer: 'un árbol', why: 'No' }] }, /is accepted/],
  ])('finds %s', (_, exercise, problem) => {
    expect(problemsOfExercise(exercise, 20).join()).toMatch(problem)
  })
})
