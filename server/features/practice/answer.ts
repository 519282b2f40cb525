import type { PracticeAnswer, PractisedExercise } from '#contract/practice'
import { lockLearner } from '#features/learners'
import type { Db } from '#platform/database'
import { checkAnswer } from '#rules/practice/check-answer'
import { practiceSeed } from '#rules/practice/generate'
import { stateAfter } from '#rules/practice/mastery'

import type { LibraryPractice } from './library.ts'
import { practisedIn, statesOf, type States } from './progress.ts'
import { listResults, type ResultRow, upsertResults } from './queries.ts'

type By = { learnerId: string; today: string; now: Date }

/**
 * Checks first answers again and stores the progress. An answer counts only for the learner's next question, so that a call sent
 * twice, or two at once, counts once. `db` is a transaction.
 */
export const answerExercises = async (
  db: Db,
  set: LibraryPractice,
  answers: readonly PracticeAnswer[],
  { learnerId, today, now }: By,
): Promise<PractisedExercise[]> => {
  await lockLearner(db, learnerId)
  const states = new Map(statesOf(await listResults(db, learnerId, set.slug)))
  const changed = new Map<string, ResultRow>()
  for (const answer of answers) {
    const state = stateWith(set, states, answer, { learnerId, today })
    if (!state) continue
    states.set(answer.exercise, state)
    changed.set(answer.exercise, {
      ...state,
      practice_set: set.slug,
      exercise: answer.exercise,
    })
  }
  await upsertResults(db, learnerId, [...changed.values()], now)
  return practisedIn(set, states)
}

/** Undefined if the answer does not count: it is unclear, or belongs to another question than the next. */
const stateWith = (
  { slug, exercises }: LibraryPractice,
  states: States,
  { exercise: id, tries, answer, hint }: PracticeAnswer,
  { learnerId, today }: Omit<By, 'now'>,
) => {
  const exercise = exercises.find((each) => each.id === id)
  const state = states.get(id)
  if (!exercise || tries !== (state?.tries ?? 0)) return undefined
  const { result } = checkAnswer(exercise, practiceSeed(learnerId, slug, id, tries), answer)
  if (result === 'unclear') return undefined
  return stateAfter(state, { isRight: result === 'right', hasHint: hint, day: today })
}
