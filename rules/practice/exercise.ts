// An exercise as its author writes it, below content/practice (decisions/0099). Texts have paragraphs, lists, emphasis and math
// between dollar signs; `@name` and `@(expression)` stand for the values of a seed.

/** A number may be written without quotes. */
export type Written = string | number

/** `2 to 9`, `1.4 to 1.8 by 0.05`, a list of numbers or words, or an expression of earlier variables. */
export type Variable = Written | readonly Written[]

export const GRAPH_TYPES = ['bars', 'line', 'points'] as const

/** Diagram from which an answer is read. */
export type Graph = {
  type: (typeof GRAPH_TYPES)[number]
  /** Labels of the axes. */
  x: string
  y: string
  /** Pairs of x and y. Expressions; for bars, x is a label. */
  values: readonly (readonly Written[])[]
}

type Every = {
  /** Unique in its set and never changed: results refer to it. */
  id: string
  /** Names the skill to learner and advisor: “Shadows and similar triangles”. */
  title: string
  vars?: Readonly<Record<string, Variable>> | undefined
  /** Conditions of the variables; others are not drawn. */
  where?: readonly string[] | undefined
  question: string
  graph?: Graph | undefined
  /** Shown one by one. */
  hints: readonly string[]
  /** Worked solution. */
  why: string
}

type Option = { text: Written; why: string }

/** A foreseen mistake. */
export type Mistake = { answer: Written; why: string }

export type NumberExercise = Every & {
  kind: 'number'
  answer: Written
  /** Spellings of the unit, the usual one first. Other units of the same quantity are converted. */
  unit?: readonly string[] | undefined
  /** `0.5`, or `2 %` of the answer. Without one, the answer is exact. */
  tolerance?: Written | undefined
  /** Condition of `answer` that confirms it in another way than `answer` computes it. */
  holds: string
  wrong: readonly Mistake[]
}

export type ChoiceExercise = Every & {
  kind: 'choice'
  /** The first one is right; shown in a random order. */
  choices: readonly Option[]
}

export type OrderExercise = Every & {
  kind: 'order'
  /** In the right order, each with the reason for its place. */
  items: readonly Option[]
}

export type MatchExercise = Every & {
  kind: 'match'
  pairs: readonly { left: Written; right: Written; why: string }[]
}

export type TextExercise = Every & {
  kind: 'text'
  /** Patterns: `(a|one) [big] house`. Case, spaces and final punctuation do not count. */
  accept: readonly Written[]
  wrong: readonly Mistake[]
}

export type Exercise =
  | NumberExercise
  | ChoiceExercise
  | OrderExercise
  | MatchExercise
  | TextExercise

export const EXERCISE_KINDS = ['number', 'choice', 'order', 'match', 'text'] as const

/** Maximum counts and characters of an exercise. */
export const PRACTICE_LIMITS = {
  exercises: 60,
  variables: 16,
  conditions: 8,
  hints: 5,
  options: 8,
  mistakes: 8,
  points: 24,
  text: 2000,
  title: 80,
  answer: 200,
  /** Answers of one call. */
  answers: 50,
} as const

/** An answer: typed text, the index of a choice, or indices in order. */
export type ExerciseAnswer = string | number | readonly number[]
