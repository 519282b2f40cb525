import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { readQuestLibrary } from '#features/quests'
import { checkAnswer, solveExercise } from '#rules/practice/check-answer'
import { EXERCISE_KINDS } from '#rules/practice/exercise'
import { generateQuestion } from '#rules/practice/generate'
import { problemsOfExercise } from '#rules/practice/problems'

import { type LibraryPractice, readPractice } from './library.ts'

let sets: LibraryPractice[]
beforeAll(async () => {
  sets = await readPractice()
})

const all = () => sets.flatMap(({ slug, exercises }) => exercises.map((each) => ({ slug, each })))
const sentencesIn = (text: string) =>
  text
    .replaceAll(/\$[^$]+\$/g, 'x')
    .split(/(?<=[.?!])\s+/)
    .filter(Boolean)

describe('the practice that ships', () => {
  test('is solved by the program, over 150 seeds, without ambiguity', () => {
    expect(all().flatMap(({ each }) => problemsOfExercise(each, 150))).toEqual([])
  })

  test('accepts the answer that is computed, and no other, at any seed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.nat(), (seed, at) => {
        const { each } = all()[at % all().length]!
        expect(checkAnswer(each, seed, solveExercise(each, seed)).result).toBe('right')
        expect(generateQuestion(each, seed).question).not.toMatch(/@|undefined|NaN/)
        if (each.kind !== 'number') return
        const twice = Math.abs(Number.parseFloat(String(solveExercise(each, seed)))) * 2 + 1
        expect(checkAnswer(each, seed, `${twice} ${each.unit?.[0] ?? ''}`).result).toBe('wrong')
      }),
      { numRuns: 500 },
    )
  })

  test('has exercises of every kind, with graphs among them', () => {
    const kinds = new Set(all().map(({ each }) => each.kind))
    expect([...kinds].toSorted()).toEqual([...EXERCISE_KINDS].toSorted())
    for (const { slug, exercises } of sets) {
      expect(exercises.length, slug).toBeGreaterThanOrEqual(6)
      expect(
        exercises.some(({ graph }) => graph !== undefined),
        slug,
      ).toBe(true)
    }
  })

  test('speaks in short sentences, and ends them', () => {
    for (const { slug, each } of all()) {
      for (const text of [each.question, each.why, ...each.hints]) {
        for (const sentence of sentencesIn(text))
          expect(sentence.split(/\s+/).length, `${slug} ${each.id}: ${sentence}`).toBeLessThan(32)
      }
      expect(each.question, `${slug} ${each.id}`).toMatch(/[.?]$/)
    }
  })

  test('is asked for by tasks, each set by at least one, and no task asks for a missing one', async () => {
    const asked = (await readQuestLibrary()).flatMap(({ tasks }) =>
      tasks.flatMap(({ practice }) => practice ?? []),
    )
    expect(new Set(asked)).toEqual(new Set(sets.map(({ slug }) => slug)))
  })
})
