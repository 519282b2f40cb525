import { useState } from 'react'

import type { PracticeSet, PractisedExercise } from '#contract/practice'
import { isDue } from '#rules/practice/mastery'
import { localDay } from '#web/format'

import { useUnsentAnswers } from './outbox.ts'
import { withUnsent } from './unsent.ts'

/** True for new exercises, too. */
export const isDueToday = ({ tries, stage, due_on }: PractisedExercise, day: string): boolean =>
  due_on === null || isDue({ tries, stage, due_on }, day)

/** Progress on a set as this browser knows it: what the server sent, and what has not reached it. */
export const usePractised = (set: PracticeSet, learnerId: string): PractisedExercise[] =>
  withUnsent(set, useUnsentAnswers(), learnerId)

/** Exercises of one sitting: those due, or all if none is. A wrong one comes again at the end, with other numbers. */
export const useRound = (practised: readonly PractisedExercise[]) => {
  const [queue, setQueue] = useState(() => {
    const due = practised.filter((each) => isDueToday(each, localDay()))
    return (due.length > 0 ? due : practised).map(({ id }) => id)
  })
  const [at, setAt] = useState(0)
  return {
    current: queue[at],
    at,
    total: queue.length,
    repeatLater: (id: string) => setQueue((queue) => [...queue, id]),
    next: () => setAt(at + 1),
  }
}
