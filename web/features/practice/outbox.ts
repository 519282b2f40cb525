import type { PracticeAnswer, PracticeSet } from '#contract/practice'
import { PRACTICE_LIMITS } from '#rules/practice/exercise'
import { queryClient } from '#web/api'
import { createOutbox, isForLater, useOutbox } from '#web/drafts'
import { localDay } from '#web/format'

import { practice } from './queries.ts'

/** A first answer on its way to the server. */
export type UnsentAnswer = PracticeAnswer & { slug: string; day: string }

const keyOf = ({ slug, exercise, tries }: UnsentAnswer) => `${slug}/${exercise}/${tries}`

const outbox = createOutbox<UnsentAnswer>('practice', keyOf)

export const useUnsentAnswers = () => useOutbox(outbox)

export const queueAnswer = (answer: UnsentAnswer) => outbox.put(answer)

/** @returns false if answers stay on this device */
export const sendAllAnswers = async (): Promise<boolean> => {
  await sendAnswers()
  return outbox.list().length === 0
}

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
    const reply = await practice.answerExercises({ ...input, body: { answers, day: localDay() } })
    // Before the answers leave the outbox, so that the page never goes back.
    queryClient.setQueryData<PracticeSet>(practice.getPracticeSet.query(input).queryKey, (set) =>
      set ? { ...set, ...reply } : set,
    )
  } catch (error) {
    if (isForLater(error)) return false
  }
  for (const answer of batch) outbox.remove(keyOf(answer))
  await queryClient.invalidateQueries({ queryKey: practice.listPractice.id })
  await queryClient.invalidateQueries({ queryKey: ['progress'] })
  await sendAnswers()
  return true
}
