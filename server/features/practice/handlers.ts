import { practice } from '#contract/practice'
import { transaction } from '#platform/database'
import { type App, notFound, serve } from '#platform/http'
import { localTime } from '#rules/local-time'

import { answerExercises } from './answer.ts'
import { practiceLibrary } from './library.ts'
import { listProgress, practiceDay, practisedIn, statesOf } from './progress.ts'
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

    getPracticeSet: async ({ db, learner, params }) => {
      const { description: _, ...set } = await requireSet(params.slug)
      const results = await listResults(db, learner.id, set.slug)
      return { ...set, practised: practisedIn(set, statesOf(results)) }
    },

    answerExercises: async ({ db, learner, params, body, clock }) => {
      const set = await requireSet(params.slug)
      const now = clock()
      const by = { learnerId: learner.id, today: practiceDay(body.day, now), now }
      const practised = await transaction(db, (db) => answerExercises(db, set, body.answers, by))
      return { practised }
    },

    listPractice: async ({ db, learner, query, clock }) => ({
      sets: await listProgress(db, learner.id, localTime(clock(), query.time_zone).day),
    }),
  })
}
