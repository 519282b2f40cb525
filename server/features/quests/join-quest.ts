import type { Quest, Task } from '#contract/quests'
import type { CatalogQuest } from '#features/catalog'
import { PILLARS } from '#rules/pillars'
import { completionBonus, totalXp } from '#rules/xp'

import type { QuestWorkRow } from './queries.ts'

/**
 * A quest together with what one learner did on it. Undefined for a quest that is neither published nor archived with the
 * learner in it.
 */
export const joinQuest = (
  quest: CatalogQuest | undefined,
  work: QuestWorkRow,
): Quest | undefined => {
  if (!quest) return undefined
  const isShown = quest.status === 'published' || (quest.status === 'archived' && work.enrollment)
  if (!isShown) return undefined
  return {
    ...quest,
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
      ...quest.tasks.map((task) => ({ ...task, own: false, xp_confirmed: true })),
      ...work.own_tasks.map((task) => ({ ...task, own: true })),
    ].map((task) => withWork(task, work)),
  }
}

type TaskAlone = Omit<Task, 'done' | 'xp_earned' | 'draft' | 'attempts'>

const withWork = (task: TaskAlone, { attempts, drafts, earned }: QuestWorkRow): Task => {
  const own = attempts.filter(({ task_id }) => task_id === task.id)
  return {
    ...task,
    attempts: own,
    // Handed in, and not withdrawn since.
    done: (own.at(-1)?.state ?? 'withdrawn') !== 'withdrawn',
    xp_earned: earned[task.id] ?? 0,
    draft: drafts.find(({ task_id }) => task_id === task.id) ?? null,
  }
}
