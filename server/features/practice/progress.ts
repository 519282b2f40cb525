import type { PracticeProgress, PractisedExercise } from '#contract/practice'
import type { Dashboard } from '#contract/progress'
import type { Db } from '#platform/database'
import { localTime } from '#rules/local-time'
import { type ExerciseState, exerciseStatusOf, isDue, isMastered } from '#rules/practice/mastery'

import { type LibraryPractice, practiceLibrary } from './library.ts'
import { listResults, type PractisedSet, type ResultRow } from './queries.ts'

/**
 * The learner's day: nobody stores where learners are, so the browser names it. The day in UTC, if it names none or one that is
 * today nowhere on Earth.
 */
export const practiceDay = (named: string | undefined, now: Date): string => {
  const days = ['Etc/GMT+12', 'UTC', 'Pacific/Kiritimati'].map((zone) => localTime(now, zone).day)
  const [first, utc, last] = days as [string, string, string]
  return named !== undefined && first <= named && named <= last ? named : utc
}

export type States = ReadonlyMap<string, ExerciseState>

export const statesOf = (results: readonly ResultRow[]): States =>
  new Map(results.map(({ exercise, ...state }) => [exercise, state]))

/** Progress on each exercise of a set, new ones among them. */
export const practisedIn = (
  { exercises }: Pick<LibraryPractice, 'exercises'>,
  states: States,
): PractisedExercise[] =>
  exercises.map(({ id, title }) => {
    const state = states.get(id)
    return {
      id,
      title,
      status: exerciseStatusOf(state),
      tries: state?.tries ?? 0,
      stage: state?.stage ?? 0,
      due_on: state?.due_on ?? null,
    }
  })

const progressOn = (set: LibraryPractice, states: States, today: string): PracticeProgress => ({
  slug: set.slug,
  title: set.title,
  summary: set.summary,
  practised: practisedIn(set, states),
  mastered: set.exercises.filter(({ id }) => isMastered(states.get(id))).length,
  due: set.exercises.filter(({ id }) => isDue(states.get(id), today)).length,
})

/** Exercises due in sets that the learner has begun, new ones among them. Null if there are none. */
export const duePractice = async (
  practised: readonly PractisedSet[],
): Promise<Dashboard['practice_due']> => {
  const library = await practiceLibrary()
  const due = practised.flatMap(({ slug, resting }) => {
    const set = library.get(slug)
    const exercises = (set?.exercises.length ?? 0) - resting
    return set && exercises > 0 ? [{ slug, title: set.title, exercises }] : []
  })
  const [first] = due
  if (!first) return null
  const exercises = due.reduce((sum, { exercises }) => sum + exercises, 0)
  return { exercises, set: due.length === 1 ? { slug: first.slug, title: first.title } : null }
}

/** The sets that a learner has begun. Sets that no longer ship are left out. */
export const listProgress = async (
  db: Db,
  learnerId: string,
  today: string,
): Promise<PracticeProgress[]> => {
  const [library, results] = await Promise.all([practiceLibrary(), listResults(db, learnerId)])
  const bySet = Map.groupBy(results, ({ practice_set }) => practice_set)
  return [...bySet].flatMap(([slug, results]) => {
    const set = library.get(slug)
    return set ? [progressOn(set, statesOf(results), today)] : []
  })
}
