import { quests } from '#contract/quests'
import type { Quest } from '#contract/quests'
import { holdPerson } from '#features/caps'
import { findCatalog } from '#features/catalog'
import { attachFiles } from '#features/files'
import { findState } from '#features/revisions'
import type { Db } from '#platform/database'
import { conflict, cursorOf, notFound, offsetOf, serve } from '#platform/http'
import type { App } from '#platform/http'

import { chooseQuests } from './choose-quests.ts'
import { fileIdsIn, submitAtOnce, submitTask, withdrawTask } from './hand-in.ts'
import { joinQuest } from './join-quest.ts'
import {
  findOwnAttempt,
  findQuestWork,
  findStanding,
  findTaskStanding,
  insertOwnTask,
  leaveEnrollment,
  upsertDraft,
  upsertEnrollment,
} from './queries.ts'

const MAX_OWN_TASKS = 20

export const questRoutes = (app: App): void => {
  serve(app, quests, {
    listQuests: async ({ db, caller, query, kept, clock }) => {
      const offset = offsetOf(query.cursor)
      const today = clock().toISOString().slice(0, 10)
      const state = await findState(db, caller.userId)
      return kept(`${state} ${today} ${JSON.stringify(query)}`, async () => {
        const standing = await findStanding(db, caller.userId, query.search)
        const catalog = await findCatalog(db, standing.catalog_version)
        const { items, total } = chooseQuests(catalog, standing, query, offset, today)
        const end = offset + items.length
        return { items, total, next_cursor: end < total ? cursorOf(end) : null }
      })
    },

    getQuest: async ({ db, caller, params, kept }) => {
      const state = await findState(db, caller.userId)
      return kept(`${state} ${params.id}`, () => questFor(db, caller.userId, params.id))
    },

    startQuest: async ({ db, caller, params, clock }) => {
      const quest = await questFor(db, caller.userId, params.id)
      const missing = quest.prerequisites.find(({ completed }) => !completed)
      if (missing && !quest.enrollment) throw conflict(`Complete "${missing.title}" first.`)
      await upsertEnrollment(db, caller.userId, quest.id, clock())
      return questFor(db, caller.userId, quest.id)
    },

    leaveQuest: async ({ db, caller, params }) => {
      const quest = await questFor(db, caller.userId, params.id)
      if (!(await leaveEnrollment(db, caller.userId, quest.id))) {
        throw conflict('You are not working on this quest.')
      }
      return questFor(db, caller.userId, quest.id)
    },

    addOwnTask: ({ caller, params, body, once }) =>
      once(async (db) => {
        await holdPerson(db, caller.userId)
        const quest = await questFor(db, caller.userId, params.id)
        if (!quest.enrollment) throw conflict('Start the quest first.')
        if (quest.tasks.filter(({ own }) => own).length >= MAX_OWN_TASKS) {
          throw conflict(`A quest takes at most ${MAX_OWN_TASKS} own tasks.`)
        }
        const id = await insertOwnTask(db, caller.userId, quest.id, body)
        const { tasks } = await questFor(db, caller.userId, quest.id)
        return tasks.find((task) => task.id === id) ?? missing()
      }),

    getAttempt: async ({ db, caller, params }) =>
      (await findOwnAttempt(db, caller.userId, params.id)) ?? missing(),

    saveDraft: async ({ db, caller, params, body }) => {
      const standing = await findTaskStanding(db, caller.userId, params.id)
      if (!standing) throw notFound()
      if (!standing.state) throw conflict('Start the quest first.')
      await attachFiles(db, caller.userId, fileIdsIn(body.blocks))
      return upsertDraft(db, { learnerId: caller.userId, taskId: params.id, ...body })
    },

    submitTask: async ({ db, caller, params, body, once, requestKey, clock }) => {
      const now = clock()
      return (
        (await submitAtOnce(db, caller.userId, params.id, body, now, requestKey())) ??
        once((db) => submitTask(db, caller.userId, params.id, body, now))
      )
    },

    withdrawTask: ({ caller, params, once, clock }) =>
      once((db) => withdrawTask(db, caller.userId, params.id, clock())),
  })
}

const missing = (): never => {
  throw notFound()
}

const questFor = async (db: Db, learnerId: string, questId: string): Promise<Quest> => {
  const work = await findQuestWork(db, learnerId, questId)
  const catalog = await findCatalog(db, work.catalog_version)
  return joinQuest(catalog.quest(questId), work) ?? missing()
}
