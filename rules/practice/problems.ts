import { checkAnswer, solveExercise, toleranceOf } from './check-answer.ts'
import type { Exercise, Mistake, NumberExercise, TextExercise } from './exercise.ts'
import { computeNumber, ExpressionError, isReserved } from './expression.ts'
import { drawValues, generateQuestion } from './generate.ts'
import { fillTemplate } from './template.ts'

/** Widest tolerance, as a share of the answer. */
const MAX_TOLERANCE = 0.1

const checkedFor = (exercise: Exercise, seed: string): string[] => {
  const problems = [...distinctOptions(exercise, seed)]
  const solution = solveExercise(exercise, seed)
  const check = checkAnswer(exercise, seed, solution)
  if (check.result !== 'right') problems.push(`its answer ${String(solution)} is not accepted`)
  if (exercise.kind === 'number') problems.push(...problemsOfNumber(exercise, seed))
  if (exercise.kind === 'text') problems.push(...problemsOfText(exercise, seed))
  return problems
}

const isTwice = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.trim().toLowerCase())).size < texts.length

const distinctOptions = (exercise: Exercise, seed: string): string[] => {
  const { options, lefts } = generateQuestion(exercise, seed)
  const isAmbiguous = isTwice(options.map(({ text }) => text)) || isTwice(lefts)
  return isAmbiguous ? ['two of its options read the same'] : []
}

const problemsOfNumber = (exercise: NumberExercise, seed: string): string[] => {
  const { values } = drawValues(exercise, seed)
  const answer = computeNumber(exercise.answer, values)
  const tolerance = toleranceOf(exercise, answer)
  const problems: string[] = []
  if (!(tolerance >= 0 && tolerance <= Math.abs(answer) * MAX_TOLERANCE)) {
    problems.push(`its tolerance ${exercise.tolerance ?? '0'} is too wide for ${answer}`)
  }
  if (computeNumber(exercise.holds, { ...values, answer }) === 0) {
    problems.push(`“${exercise.holds}” does not hold for ${answer}`)
  }
  const seen = [answer]
  for (const mistake of exercise.wrong) {
    const value = computeNumber(mistake.answer, values)
    if (seen.some((other) => Math.abs(other - value) <= 2 * tolerance + 1e-9)) {
      problems.push(`its mistake ${mistake.answer} gives ${value}, like another answer`)
    }
    if (computeNumber(exercise.holds, { ...values, answer: value }) !== 0) {
      problems.push(`“${exercise.holds}” holds for its mistake ${mistake.answer}, too`)
    }
    seen.push(value)
  }
  return problems
}

const problemsOfText = (exercise: TextExercise, seed: string): string[] =>
  exercise.wrong.flatMap((mistake) => {
    const { result, say } = checkAnswer(exercise, seed, mistakenText(exercise, mistake, seed))
    return result === 'wrong' && say !== '' ? [] : [`its mistake ${mistake.answer} is accepted`]
  })

/** One of the texts that a mistake stands for. */
const mistakenText = (exercise: TextExercise, mistake: Mistake, seed: string) =>
  String(solveExercise({ ...exercise, accept: [mistake.answer] }, seed))

/** Texts that only some answers show are filled once, too. */
const fillAll = (exercise: Exercise, seed: string): void => {
  const { values, decimals } = drawValues(exercise, seed)
  const explained = {
    number: () => (exercise.kind === 'number' ? exercise.wrong : []),
    text: () => (exercise.kind === 'text' ? exercise.wrong : []),
    choice: () => (exercise.kind === 'choice' ? exercise.choices : []),
    order: () => (exercise.kind === 'order' ? exercise.items : []),
    match: () => (exercise.kind === 'match' ? exercise.pairs : []),
  }[exercise.kind]()
  for (const { why } of explained) fillTemplate(why, values, decimals)
}

/** Problems of an exercise over several seeds, as sentences for its author; none if it can be published. */
export const problemsOfExercise = (exercise: Exercise, seeds: number): string[] => {
  const reserved = Object.keys(exercise.vars ?? {}).filter(isReserved)
  const problems = new Set(reserved.map((name) => `“${name}” cannot be a variable`))
  for (let seed = 0; seed < seeds && problems.size < 5; seed += 1) {
    try {
      fillAll(exercise, `check/${seed}`)
      for (const problem of checkedFor(exercise, `check/${seed}`)) problems.add(problem)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      problems.add(error.message)
    }
  }
  return [...problems].map((problem) => `${exercise.id}: ${problem}`)
}
