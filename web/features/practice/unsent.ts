import type { PracticeAnswer, PracticeSet, PractisedExercise } from '#contract/practice'
import { checkAnswer } from '#rules/practice/check-answer'
import { PRACTICE_LIMITS } from '#rules/practice/exercise'
import { practiceSeed } from '#rules/practice/generate'
import { exerciseStatusOf, stateAfter } from '#rules/practice/mastery'
import { queryClient } from '#web/api'
import { createOutbox, isForLater, useOutbox } from '#web/drafts'

import { practice } from './queries.ts'

/** A first answer on its way to the server. */
type UnsentAnswer = PracticeAnswer & { slug: string; day: string }

const keyOf = ({ slug, exercise, tries }: UnsentAnswer) => `${slug}/${exercise}/${tries}`

const outbox = createOutbox<UnsentAnswer>('practice', keyOf)

export const useUnsentAnswers = () => useOutbox(outbox)

export const queueAnswer = (answer: UnsentAnswer) => outbox.put(answer)

/**
 * Sends what waits, oldest set first; without a network, it stays. Safe to call at any time and in several tabs: the server counts
 * an answer once.
 * @returns true if something arrived
 */
export const sendAnswers = async (): Promise<boolean> => {
  const [first] = outbox.list()
  if (!first) return false
  const batch = outbox
    .list()
    .filter(({ slug }) => slug === first.slug)
    .slice(0, PRACTICE_LIMITS.answers)
  const answers = batch.map(({ exercise, tries, answer, hint }) => ({
    exercise,
    tries,
    answer,
    hint,
  }))
  try {
    const input = { params: { slug: first.slug } }
    const reply = await practice.answerExercises({ ...input, body: { answers } })
    // Before the answers leave the outbox, so that the page never goes back.
    queryClient.setQueryData<PracticeSet>(practice.getPracticeSet.query(input).queryKey, (set) =>
      set ? { ...set, ...reply } : set,
    )
  } catch (error) {
    if (isForLater(error)) return false
  }
  for (const answer of batch) outbox.remove(keyOf(answer))
  await queryClient.invalidateQueries({ queryKey: practice.listPractice.id })
  await sendAnswers()
  return true
}

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
