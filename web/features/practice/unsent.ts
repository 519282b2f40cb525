import type { PracticeSet, PractisedExercise } from '#contract/practice'
import { checkAnswer } from '#rules/practice/check-answer'
import { practiceSeed } from '#rules/practice/generate'
import { exerciseStatusOf, stateAfter } from '#rules/practice/mastery'

import type { UnsentAnswer } from './outbox.ts'

/** Progress with the answers that the server does not know yet, by its own rules. */
export const withUnsent = (
  { slug, exercises, practised }: PracticeSet,
  unsent: readonly UnsentAnswer[],
  learnerId: string,
): PractisedExercise[] =>
  practised.map((before) => {
    const exercise = exercises.find(({ id }) => id === before.id)
    return unsent.reduce((known, { tries, answer, hint, day, ...of }) => {
      if (!exercise || of.slug !== slug || of.exercise !== before.id || tries !== known.tries) {
        return known
      }
      const { result } = checkAnswer(
        exercise,
        practiceSeed(learnerId, slug, known.id, tries),
        answer,
      )
      const due_on = known.due_on ?? day
      const given = { isRight: result === 'right', hasHint: hint, day }
      const state = stateAfter({ ...known, due_on }, given)
      return { ...known, ...state, status: exerciseStatusOf(state) }
    }, before)
  })
