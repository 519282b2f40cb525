import { solveExercise } from './check-answer.ts'
import type { Exercise } from './exercise.ts'
import { generateQuestion } from './generate.ts'

const LETTERS = 'ABCDEFGH'

/** The right answer to the question of a seed as lines of text, with the letters of its options. */
export const solutionLines = (exercise: Exercise, seed: string): string[] => {
  const { options, lefts } = generateQuestion(exercise, seed)
  const lettered = (index: number) => {
    const at = options.findIndex((option) => option.index === index)
    return `${LETTERS[at] ?? ''}) ${options[at]?.text ?? ''}`
  }
  const solution = solveExercise(exercise, seed)
  if (exercise.kind === 'choice') return [lettered(0)]
  if (exercise.kind === 'order') {
    return exercise.items.map((_, index) => {
      const text = options.find((option) => option.index === index)?.text ?? ''
      return `${index + 1}. ${text}`
    })
  }
  if (exercise.kind === 'match') return lefts.map((left, index) => `${left}: ${lettered(index)}`)
  return [String(solution)]
}
