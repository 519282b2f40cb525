import type { Pathway, Station } from '#contract/pathways'

/** State of a station: locked if prerequisites are missing. */
export const stationStatus = ({ state, waits_for }: Station) => {
  if (state === 'completed' || state === 'active') return state
  return waits_for.length > 0 ? 'locked' : 'open'
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** "Completed", "In progress, 2 of 5 tasks", "Locked: first complete “Stream doctor”". */
export const statusInWords = (station: Station): string => {
  const { state, tasks_done, tasks_total, waits_for } = station
  const done = `${tasks_done} of ${tasks_total} tasks`
  if (state === 'left') return `Set aside, ${done}`
  return {
    completed: 'Completed',
    active: `In progress, ${done}`,
    open: 'Open to you',
    locked: `Locked: complete ${listed.format(waits_for.map(({ title }) => `“${title}”`))} first`,
  }[stationStatus(station)]
}

/** "1 of 4 quests done". */
export const progress = ({ quests_done, stations }: Pathway): string =>
  `${quests_done} of ${stations.length} quests done`
