import type { Pathway } from '#contract/pathways'
import type { Catalog } from '#features/catalog'

import type { LibraryPathway } from './library.ts'
import type { QuestProgress } from './queries.ts'

/**
 * A pathway as a learner sees it. Omits unpublished quests that the learner has not started, and connects their successors to
 * their predecessors. Null if fewer than two are left.
 */
export const showPathway = (
  { quests, badge, position: _, ...pathway }: LibraryPathway,
  catalog: Catalog,
  begun: QuestProgress,
): Pathway | null => {
  const seen = new Map(
    quests.flatMap(({ id }) => {
      const quest = catalog.quest(id)
      return quest && (quest.status === 'published' || begun[id]) ? [[id, quest]] : []
    }),
  )
  if (seen.size < 2) return null
  const before = new Map(quests.map(({ id, after }) => [id, after]))
  const shownBefore = (id: string): string[] => [
    ...new Set(
      (before.get(id) ?? []).flatMap((earlier) =>
        seen.has(earlier) ? [earlier] : shownBefore(earlier),
      ),
    ),
  ]
  const isDone = (id: string) => begun[id]?.state === 'completed'
  const stations = [...seen.values()].map((quest) => {
    const { state = 'new', tasks_done = 0 } = begun[quest.id] ?? {}
    return {
      ...quest,
      state,
      tasks_done,
      after: shownBefore(quest.id),
      waits_for: state === 'new' ? quest.prerequisites.filter(({ id }) => !isDone(id)) : [],
    }
  })
  const award = badge === null ? undefined : catalog.badge(badge)
  return {
    ...pathway,
    estimated_hours: stations.reduce((sum, { estimated_hours }) => sum + estimated_hours, 0),
    quests_done: stations.filter(({ id }) => isDone(id)).length,
    stations,
    badge: award?.status === 'published' ? { id: award.id, name: award.current.name } : null,
  }
}
