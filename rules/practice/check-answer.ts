import type {
  ChoiceExercise,
  Exercise,
  ExerciseAnswer,
  MatchExercise,
  NumberExercise,
  OrderExercise,
  TextExercise,
  Written,
} from './exercise.ts'
import { computeNumber, isSame } from './expression.ts'
import { type Draw, drawValues } from './generate.ts'
import { expandPattern, normalizeText, withoutAccents } from './pattern.ts'
import { type Quantity, readQuantity, unitFactor } from './quantity.ts'
import { fillTemplate, formatValue } from './template.ts'

/** `unclear` answers do not count: they cannot be read, or lack a unit. */
export type AnswerCheck = {
  result: 'right' | 'wrong' | 'unclear'
  /** Markdown; empty for a wrong answer that nobody foresaw. */
  say: string
}

const right: AnswerCheck = { result: 'right', say: '' }
const wrong = (say: string): AnswerCheck => ({ result: 'wrong', say })
const unclear = (say: string): AnswerCheck => ({ result: 'unclear', say })

const UNANSWERED = unclear('Please answer first.')

/** How far an answer may be from the right one: `0.5`, or `2 %` of it. */
export const toleranceOf = ({ tolerance = 0 }: NumberExercise, answer: number): number => {
  const [, share] = /^\s*([\d.]+)\s*%\s*$/.exec(String(tolerance)) ?? []
  return share === undefined ? Number(tolerance) : (Math.abs(answer) * Number(share)) / 100
}

const isWithin = (value: number, of: number, tolerance: number): boolean =>
  isSame(value, of) || Math.abs(value - of) <= tolerance * (1 + 1e-9)

const checkNumber = (exercise: NumberExercise, draw: Draw, typed: string): AnswerCheck => {
  const quantity = readQuantity(typed)
  if (!quantity) return typed.trim() === '' ? UNANSWERED : unclear('Please write a number.')
  const { unit = [] } = exercise
  if (quantity.unit === '') return checkValues(exercise, draw, quantity.values, unit.length === 0)
  if (unit.length === 0) return unclear('Please write the number alone, without a unit.')
  const factor = unitFactor(quantity.unit, unit)
  if (factor !== undefined) {
    const values = quantity.values.map((value) => value * factor)
    return checkValues(exercise, draw, values, true)
  }
  return wrong(`“${quantity.unit}” does not fit what is asked. What is being measured here?`)
}

const checkValues = (
  exercise: NumberExercise,
  { values, decimals }: Draw,
  candidates: Quantity['values'],
  hasUnit: boolean,
): AnswerCheck => {
  const answer = computeNumber(exercise.answer, values)
  const tolerance = toleranceOf(exercise, answer)
  const matches = (other: number) => candidates.some((each) => isWithin(each, other, tolerance))
  if (matches(answer)) {
    return hasUnit ? right : unclear('The number is right. Which unit has it? Add the unit.')
  }
  const mistake = exercise.wrong.find((each) => matches(computeNumber(each.answer, values)))
  return wrong(mistake ? fillTemplate(mistake.why, values, decimals) : '')
}

const checkChoice = ({ choices }: ChoiceExercise, draw: Draw, index: number): AnswerCheck => {
  const choice = choices[index]
  if (!choice) return UNANSWERED
  const say = fillTemplate(choice.why, draw.values, draw.decimals)
  return { result: index === 0 ? 'right' : 'wrong', say }
}

/** Each index once. */
const isArrangement = (answer: readonly number[], count: number): boolean =>
  answer.length === count &&
  new Set(answer).size === count &&
  answer.every((index) => index >= 0 && index < count)

const checkOrder = (
  { items }: OrderExercise,
  draw: Draw,
  answer: readonly number[],
): AnswerCheck => {
  if (!isArrangement(answer, items.length)) return UNANSWERED
  const at = answer.findIndex((index, place) => index !== place)
  const item = items[at]
  return item ? wrong(fillTemplate(item.why, draw.values, draw.decimals)) : right
}

const checkMatch = (
  { pairs }: MatchExercise,
  draw: Draw,
  answer: readonly number[],
): AnswerCheck => {
  if (answer.length !== pairs.length || answer.some((index) => !pairs[index])) return UNANSWERED
  const pair = pairs.find((_, left) => answer[left] !== left)
  return pair ? wrong(fillTemplate(pair.why, draw.values, draw.decimals)) : right
}

const textsOf = (patterns: readonly Written[], { values, decimals }: Draw): string[] =>
  patterns.flatMap((each) =>
    expandPattern(fillTemplate(String(each), values, decimals)).map((text) => normalizeText(text)),
  )

const checkText = (exercise: TextExercise, draw: Draw, answer: string): AnswerCheck => {
  const typed = normalizeText(answer)
  if (typed === '') return UNANSWERED
  const accepted = textsOf(exercise.accept, draw)
  if (accepted.includes(typed)) return right
  const mistake = exercise.wrong.find((each) => textsOf([each.answer], draw).includes(typed))
  if (mistake) return wrong(fillTemplate(mistake.why, draw.values, draw.decimals))
  return accepted.some((text) => withoutAccents(text) === withoutAccents(typed))
    ? unclear('Almost. Look at the accents again.')
    : wrong('')
}

/**
 * Checks an answer to the question of a seed, in the browser and again on the server.
 * @throws ExpressionError if the exercise is malformed
 */
export const checkAnswer = (
  exercise: Exercise,
  seed: string,
  answer: ExerciseAnswer,
): AnswerCheck => {
  const draw = drawValues(exercise, seed)
  switch (exercise.kind) {
    case 'number':
      return typeof answer === 'string' ? checkNumber(exercise, draw, answer) : UNANSWERED
    case 'text':
      return typeof answer === 'string' ? checkText(exercise, draw, answer) : UNANSWERED
    case 'choice':
      return typeof answer === 'number' ? checkChoice(exercise, draw, answer) : UNANSWERED
    case 'order':
      return Array.isArray(answer) ? checkOrder(exercise, draw, answer) : UNANSWERED
    case 'match':
      return Array.isArray(answer) ? checkMatch(exercise, draw, answer) : UNANSWERED
  }
}

/** Decimals with which a right answer is written: no more than its tolerance needs. */
const decimalsFor = (tolerance: number): number =>
  Math.min(6, Math.max(0, Math.ceil(-Math.log10(tolerance))))

/** The usual unit; for 1 its singular, if that is accepted too. */
const unitFor = (number: number, { unit: [usual = '', ...others] = [] }: NumberExercise): string =>
  number === 1 ? (others.find((other) => `${other}s` === usual) ?? usual) : usual

/** The right answer to the question of a seed. */
export const solveExercise = (exercise: Exercise, seed: string): ExerciseAnswer => {
  const { values, decimals } = drawValues(exercise, seed)
  switch (exercise.kind) {
    case 'number': {
      const answer = computeNumber(exercise.answer, values)
      const tolerance = toleranceOf(exercise, answer)
      const rounded = tolerance > 0 ? Number(answer.toFixed(decimalsFor(tolerance))) : answer
      return `${formatValue(rounded)} ${unitFor(rounded, exercise)}`.trim()
    }
    case 'text':
      return (
        expandPattern(fillTemplate(String(exercise.accept[0] ?? ''), values, decimals))[0] ?? ''
      )
    case 'choice':
      return 0
    case 'order':
      return exercise.items.map((_, index) => index)
    case 'match':
      return exercise.pairs.map((_, index) => index)
  }
}
