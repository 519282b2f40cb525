import type { Quest, Task } from '#contract/quests'
import type { Catalog, CatalogQuest } from '#features/catalog'
import { PILLARS } from '#rules/pillars'
import { completionBonus, totalXp } from '#rules/xp'

import type { QuestWorkRow } from './queries.ts'

/**
 * A quest in the learner's version, with their work. Undefined unless the quest is published, or archived with the learner
 * enrolled.
 */
export const joinQuest = (
  catalog: Catalog,
  questId: string,
  work: QuestWorkRow,
): Quest | undefined => {
  const quest = catalog.quest(questId, work.enrollment?.version)
  if (!quest) return undefined
  const isShown = quest.status === 'published' || (quest.status === 'archived' && work.enrollment)
  if (!isShown) return undefined
  return {
    ...quest,
    newer: newerThan(quest, catalog, work),
    personal: quest.learner_id !== null,
    prerequisites: quest.prerequisites.map((required) => ({
      ...required,
      completed: work.completed.includes(required.id),
    })),
    enrollment: work.enrollment,
    bonus_xp: totalXp(completionBonus(quest.tasks)),
    xp_by_pillar: PILLARS.flatMap((pillar) => {
      const xp = quest.tasks.reduce((sum, task) => sum + (task.pillar === pillar ? task.xp : 0), 0)
      return xp > 0 ? [{ pillar, xp }] : []
    }),
    tasks: [
      ...quest.tasks.map((task) => ({ ...task, ...OF_QUEST, dropped: false })),
      ...work.own_tasks.map((task) => ({ ...task, own: true, dropped: false })),
      ...quest.dropped
        .filter(({ id }) => work.attempts.some(({ task_id }) => task_id === id))
        .map((task) => ({ ...task, ...OF_QUEST, dropped: true })),
    ].map((task) => withWork(task, work)),
  }
}

const OF_QUEST = { own: false, xp_confirmed: true }

/** Changes that the newest version would bring to a learner who is working on an earlier one. */
const newerThan = (
  quest: CatalogQuest,
  catalog: Catalog,
  { enrollment }: QuestWorkRow,
): Quest['newer'] => {
  const newest = catalog.quest(quest.id)
  if (!newest || !enrollment || enrollment.state === 'completed') return null
  if (newest.version === quest.version || newest.status !== 'published') return null
  const notIn = (tasks: CatalogQuest['tasks'], others: CatalogQuest['tasks']) =>
    tasks.filter(({ id }) => !others.some((other) => other.id === id)).map(({ title }) => title)
  return {
    version: newest.version,
    added: notIn(newest.tasks, quest.tasks),
    dropped: notIn(quest.tasks, newest.tasks),
  }
}

type TaskAlone = Omit<Task, 'done' | 'xp_earned' | 'draft' | 'added' | 'attempts'>

const withWork = (task: TaskAlone, { added, attempts, drafts, earned }: QuestWorkRow): Task => {
  const own = attempts.filter(({ task_id }) => task_id === task.id)
  return {
    ...task,
    attempts: own,
    // Submitted, and not withdrawn since.
    done: (own.at(-1)?.state ?? 'withdrawn') !== 'withdrawn',
    xp_earned: earned[task.id] ?? 0,
    draft: drafts.find(({ task_id }) => task_id === task.id) ?? null,
    added: added.filter(({ task_id }) => task_id === task.id),
  }
}
