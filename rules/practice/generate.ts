import { chance } from '#rules/art/chance'

import type { Exercise, Graph, Variable, Written } from './exercise.ts'
import { computeNumber, computeValue, ExpressionError, type Value } from './expression.ts'
import { type Decimals, fillTemplate, formatValue } from './template.ts'

/** Values of one seed. */
export type Draw = { values: Readonly<Record<string, Value>>; decimals: Decimals }

/** A graph with numbers; `label` is how x is written. */
export type DrawnGraph = Omit<Graph, 'values'> & {
  points: { x: number; label: string; y: number }[]
}

/** An exercise with the values and the order of one seed. `index` is the place that the author wrote an option at. */
export type Question = {
  question: string
  hints: string[]
  why: string
  graph?: DrawnGraph
  /** Choices, items to order, or the right sides of a match, as shown. */
  options: { index: number; text: string }[]
  /** Left sides of a match. */
  lefts: string[]
}

/** Seed of a learner's next question of an exercise: the same in the browser and on the server. */
export const practiceSeed = (learnerId: string, set: string, exercise: string, tries: number) =>
  `${learnerId}/${set}/${exercise}/${tries}`

const RANGE =
  /^\s*(-?\d{1,9}(?:\.\d{1,6})?)\s+to\s+(-?\d{1,9}(?:\.\d{1,6})?)(?:\s+by\s+(\d{1,9}(?:\.\d{1,6})?))?\s*$/

const decimalsIn = (number: string): number => number.split('.')[1]?.length ?? 0

/** Draws until the conditions hold; a set that needs more draws is refused by its check. */
const MAX_DRAWS = 60

type Random = () => number

const drawVariable = (variable: Variable, random: Random, values: Record<string, Value>) => {
  if (Array.isArray(variable)) {
    const list: readonly Value[] = variable
    return { value: list[Math.floor(random() * list.length)]! }
  }
  const range = RANGE.exec(String(variable))
  if (!range) return { value: computeValue(String(variable), values) }
  const [, from = '', to = '', by = '1'] = range
  const steps = Math.floor((Number(to) - Number(from)) / Number(by) + 1e-9)
  if (!(steps >= 0 && Number(by) > 0)) throw new ExpressionError(`“${range[0]}” is no range`)
  const decimals = Math.max(decimalsIn(from), decimalsIn(to), decimalsIn(by))
  const value = Number(from) + Number(by) * Math.floor(random() * (steps + 1))
  return { value: Number(value.toFixed(decimals)), decimals }
}

const drawOnce = (exercise: Exercise, random: Random): Draw => {
  const values: Record<string, Value> = {}
  const decimals: Record<string, number> = {}
  for (const [name, variable] of Object.entries(exercise.vars ?? {})) {
    const drawn = drawVariable(variable, random, values)
    values[name] = drawn.value
    if (drawn.decimals) decimals[name] = drawn.decimals
  }
  return { values, decimals }
}

const fits = ({ where = [] }: Exercise, { values }: Draw): boolean =>
  where.every((condition) => computeNumber(condition, values) !== 0)

const drawWith = (exercise: Exercise, random: Random): Draw => {
  for (let left = MAX_DRAWS; left > 0; left -= 1) {
    const draw = drawOnce(exercise, random)
    if (fits(exercise, draw)) return draw
  }
  throw new ExpressionError(`no values fit the conditions of ${exercise.id}`)
}

/** The variables' values for a seed. @throws ExpressionError */
export const drawValues = (exercise: Exercise, seed: string): Draw =>
  drawWith(exercise, chance(seed))

const optionsOf = (exercise: Exercise): Written[] => {
  if (exercise.kind === 'choice') return exercise.choices.map(({ text }) => text)
  if (exercise.kind === 'order') return exercise.items.map(({ text }) => text)
  return exercise.kind === 'match' ? exercise.pairs.map(({ right }) => right) : []
}

const shuffled = (count: number, random: Random): number[] => {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

/** Never in the right order from the start. */
const arranged = ({ kind }: Exercise, count: number, random: Random): number[] => {
  const order = shuffled(count, random)
  const isSolved = kind !== 'choice' && order.every((index, at) => index === at)
  return isSolved && count > 1 ? [...order.slice(1), order[0]!] : order
}

const drawGraph = ({ values: pairs, ...graph }: Graph, { values }: Draw): DrawnGraph => ({
  ...graph,
  x: fillTemplate(graph.x, values),
  y: fillTemplate(graph.y, values),
  points: pairs.map(([x = 0, y = 0], at) => {
    const isLabel = graph.type === 'bars'
    const place = isLabel ? at : computeNumber(x, values)
    const label = isLabel ? fillTemplate(String(x), values) : formatValue(place)
    return { x: place, label, y: computeNumber(y, values) }
  }),
})

/** The question of a seed. @throws ExpressionError if the exercise is malformed */
export const generateQuestion = (exercise: Exercise, seed: string): Question => {
  const random = chance(seed)
  const draw = drawWith(exercise, random)
  const fill = (text: Written) => fillTemplate(String(text), draw.values, draw.decimals)
  const options = optionsOf(exercise)
  return {
    question: fill(exercise.question),
    hints: exercise.hints.map((hint) => fill(hint)),
    why: fill(exercise.why),
    ...(exercise.graph ? { graph: drawGraph(exercise.graph, draw) } : {}),
    options: arranged(exercise, options.length, random).map((index) => ({
      index,
      text: fill(options[index]!),
    })),
    lefts: exercise.kind === 'match' ? exercise.pairs.map(({ left }) => fill(left)) : [],
  }
}
