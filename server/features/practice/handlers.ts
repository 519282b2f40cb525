import { practice } from '#contract/practice'
import { transaction } from '#platform/database'
import { type App, notFound, serve } from '#platform/http'

import { answerExercises } from './answer.ts'
import { practiceLibrary } from './library.ts'
import { listProgress, practisedIn, statesOf, todayOf } from './progress.ts'
import { listResults } from './queries.ts'

const requireSet = async (slug: string) => {
  const set = (await practiceLibrary()).get(slug)
  if (!set) throw notFound()
  return set
}

export const practiceRoutes = (app: App): void => {
  serve(app, practice, {
    listPracticeSets: async () => ({
      sets: [...(await practiceLibrary()).values()].map(({ exercises, ...set }) => ({
        ...set,
        exercises: exercises.length,
      })),
    }),

    getPracticeSet: async ({ db, learner, params, clock }) => {
      const { description: _, ...set } = await requireSet(params.slug)
      const [results, today] = await Promise.all([
        listResults(db, learner.id, set.slug),
        todayOf(db, learner.id, clock()),
      ])
      return { ...set, today, practised: practisedIn(set, statesOf(results)) }
    },

    answerExercises: async ({ db, learner, params, body, clock }) => {
      const set = await requireSet(params.slug)
      const now = clock()
      const today = await todayOf(db, learner.id, now)
      const by = { learnerId: learner.id, today, now }
      const practised = await transaction(db, (db) => answerExercises(db, set, body.answers, by))
      return { today, practised }
    },

    listPractice: async ({ db, learner, clock }) => ({
      sets: await listProgress(db, learner.id, clock()),
    }),
  })
}
