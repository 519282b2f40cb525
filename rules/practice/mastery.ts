import { addDays } from '#rules/plan'

/** Days until an exercise is due again after each unaided right answer in a row. */
const PRACTICE_DAYS = [1, 3, 7, 21] as const

/** Stage from which an exercise is mastered: answered right and unaided on three days, each time when it was due. */
export const MASTERED_STAGE = 3

/** A learner's progress on one exercise. */
export type ExerciseState = {
  /** First answers so far; names the next question's seed. */
  tries: number
  /** Days on which it was answered right when due, less the mistakes since. */
  stage: number
  /** `YYYY-MM-DD` */
  due_on: string
}

export type FirstAnswer = { isRight: boolean; hasHint: boolean; day: string }

/**
 * Progress after the first answer to a question. A wrong one is a step back, and the exercise is due at once. A right one is a step
 * on only when the exercise was due: repeating it on one day proves nothing. With a hint it comes again tomorrow.
 */
export const stateAfter = (
  before: ExerciseState | undefined,
  { isRight, hasHint, day }: FirstAnswer,
): ExerciseState => {
  const { tries, stage, due_on } = before ?? { tries: 0, stage: 0, due_on: day }
  const next = tries + 1
  if (!isRight) return { tries: next, stage: Math.max(0, stage - 1), due_on: day }
  if (due_on > day) return { tries: next, stage, due_on }
  if (hasHint) return { tries: next, stage, due_on: addDays(day, 1) }
  const days = PRACTICE_DAYS[Math.min(stage, PRACTICE_DAYS.length - 1)]!
  return {
    tries: next,
    stage: Math.min(stage + 1, PRACTICE_DAYS.length),
    due_on: addDays(day, days),
  }
}

export const isMastered = (state: ExerciseState | undefined): boolean =>
  (state?.stage ?? 0) >= MASTERED_STAGE

/** New exercises are due, too. */
export const isDue = (state: ExerciseState | undefined, today: string): boolean =>
  state === undefined || state.due_on <= today

/** `needs_work`: tried, without a right answer that still counts. `practising`: right so far, on too few days. */
export const EXERCISE_STATUSES = ['new', 'needs_work', 'practising', 'mastered'] as const

export const exerciseStatusOf = (
  state: ExerciseState | undefined,
): (typeof EXERCISE_STATUSES)[number] => {
  if (!state || state.tries === 0) return 'new'
  if (isMastered(state)) return 'mastered'
  return state.stage === 0 ? 'needs_work' : 'practising'
}
