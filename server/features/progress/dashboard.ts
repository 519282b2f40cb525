import type { Dashboard } from '#contract/progress'
import { nearestBadges } from '#features/badges'
import { type Catalog, type CatalogQuest, findCatalog } from '#features/catalog'
import { duePractice } from '#features/practice'
import type { Db } from '#platform/database'
import { fullYears } from '#rules/age'
import type { PillarXp } from '#rules/pillars'
import { addDays } from '#rules/plan'
import { firstQuests } from '#rules/recommend-quests'
import { progressOf, xpForLevel } from '#rules/xp'

import { levelTitle } from './level-titles.ts'
import { findLearnerState, type LearnerState } from './queries.ts'

const MAX_ACTIVE = 6
const MAX_ADDED = 5
const MAX_BADGES = 3
const MAX_DUE = 6
const MAX_SUGGESTED = 3
/** Plan items due within this many days count as "soon". */
const DAYS_AHEAD = 14

type TaskName = { task_id: string; task_title: string }

/** Includes fields that only guardians and advisors see. */
type FullDashboard = Omit<Dashboard, 'active_quests' | 'feedback'> & {
  active_quests: (Dashboard['active_quests'][number] & {
    personal: boolean
    open_tasks: TaskName[]
  })[]
  feedback: (Dashboard['feedback'][number] & { held_back: boolean })[]
}

/** Loads the dashboard. Returns undefined if the account is deleted. */
export const findDashboard = async (
  db: Db,
  learnerId: string,
  now: Date,
  timeZone: string,
): Promise<FullDashboard | undefined> => {
  const state = await findLearnerState(db, learnerId, now, timeZone)
  if (!state) return undefined
  const catalog = await findCatalog(db, state.catalog_version, state.alone)
  return { ...dashboardOf(state, catalog), practice_due: await duePractice(state.practised) }
}

const dashboardOf = (
  state: LearnerState,
  catalog: Catalog,
): Omit<FullDashboard, 'practice_due'> => {
  const xp = progressOf(mapTotals(state))
  const name = namesIn(catalog, state)
  return {
    first_name: state.first_name,
    xp: {
      ...xp,
      title: levelTitle(xp.level),
      level_from: xpForLevel(xp.level),
      level_to: xpForLevel(xp.level + 1),
    },
    returned: returnedWork(state, catalog),
    suggested: state.quests_started === 0 ? suggestedQuests(state, catalog) : [],
    next: nextTask(state, catalog),
    week: weekOf(state, catalog),
    active_quests: activeQuests(state, catalog),
    due_soon: dueSoon(state, catalog),
    added: state.added
      .filter(({ task_id }) => !state.handed_in.includes(task_id))
      .slice(0, MAX_ADDED)
      .map((piece) => ({
        ...piece,
        quest_title: name.quest(piece.quest_id),
        task_title: name.task(piece.task_id),
      })),
    feedback: state.feedback.map((said) => ({
      ...said,
      quest_title: name.quest(said.quest_id),
      task_title: name.task(said.task_id),
    })),
    recent: state.recent.map((entry) => ({
      ...entry,
      quest_title: name.quest(entry.quest_id),
      task_title: entry.task_id === null ? null : name.task(entry.task_id),
    })),
    badges_near_completion: nearestBadges(catalog, {
      ...state,
      begun: state.active.map(({ quest_id }) => quest_id),
    }).slice(0, MAX_BADGES),
    quests_completed: state.completed.length,
    checklist: {
      started_quest: state.quests_started > 0,
      // Every submission still exists, or has an entry in the ledger.
      submitted_task: state.recent.length > 0 || state.handed_in.length > 0,
      published_portfolio: state.published_portfolio,
    },
  }
}

const mapTotals = ({ totals }: LearnerState): PillarXp =>
  Object.fromEntries(Object.entries(totals).map(([pillar, [xp]]) => [pillar, xp]))

const namesIn = (catalog: Catalog, { own_tasks }: LearnerState) => ({
  quest: (id: string) => catalog.quest(id)?.title ?? '',
  task: (id: string) =>
    catalog.task(id)?.title ?? own_tasks.find((task) => task.id === id)?.title ?? '',
})

const coverOf = ({ cover_url, cover_motif }: CatalogQuest) => ({ cover_url, cover_motif })

/** Skips tasks that the learner's version of the quest no longer contains. */
const returnedWork = (state: LearnerState, catalog: Catalog): Dashboard['returned'] =>
  state.returned.flatMap(({ version, ...work }) => {
    const quest = catalog.quest(work.quest_id, version)
    const task = [...(quest?.tasks ?? []), ...state.own_tasks].find(({ id }) => id === work.task_id)
    if (!quest || !task) return []
    return [{ ...work, quest_title: quest.title, task_title: task.title, pillar: task.pillar }]
  })

const suggestedQuests = (
  { date_of_birth, today }: LearnerState,
  catalog: Catalog,
): Dashboard['suggested'] => {
  const age = date_of_birth === null ? null : fullYears(date_of_birth, today)
  const offered = catalog.quests.filter(
    ({ status, learner_id }) => status === 'published' && !learner_id,
  )
  return firstQuests(offered, age, MAX_SUGGESTED).map((quest) => ({
    ...coverOf(quest),
    quest_id: quest.id,
    quest_title: quest.title,
    summary: quest.summary,
    pillars: quest.pillars,
    total_xp: quest.total_xp,
    estimated_hours: quest.estimated_hours,
    span_days: quest.span_days,
  }))
}

/** The next task: the first one not submitted, own tasks last, in the most recently worked on quest that has one. */
const nextTask = (state: LearnerState, catalog: Catalog): Dashboard['next'] => {
  const returned = new Set(state.returned.map(({ task_id }) => task_id))
  for (const { quest_id, version } of state.active.slice(0, MAX_ACTIVE)) {
    const quest = catalog.quest(quest_id, version)
    if (!quest) continue
    const own = state.own_tasks.filter((task) => task.quest_id === quest_id)
    const task = [...quest.tasks, ...own].find(
      ({ id }) => !state.handed_in.includes(id) && !returned.has(id),
    )
    if (!task) continue
    return {
      quest_id,
      quest_title: quest.title,
      ...coverOf(quest),
      task_id: task.id,
      task_title: task.title,
      pillar: task.pillar,
      xp: task.xp,
      has_draft: state.drafts.includes(task.id),
    }
  }
  return null
}

const openTasks = (
  tasks: readonly { id: string; title: string }[],
  { handed_in }: LearnerState,
): TaskName[] =>
  tasks
    .filter(({ id }) => !handed_in.includes(id))
    .map(({ id, title }) => ({ task_id: id, task_title: title }))

/** Planned quests that are still offered or active. */
const plannedIn = (catalog: Catalog, { planned }: LearnerState) =>
  planned.flatMap(({ quest_id, due_on }) => {
    const quest = catalog.quest(quest_id)
    return quest ? [{ quest_id, quest_title: quest.title, due_on }] : []
  })

const dueSoon = (state: LearnerState, catalog: Catalog): Dashboard['due_soon'] => {
  const started = new Set(state.active.map(({ quest_id }) => quest_id))
  return plannedIn(catalog, state)
    .filter(
      ({ quest_id, due_on }) =>
        due_on <= addDays(state.today, DAYS_AHEAD) && !state.completed.includes(quest_id),
    )
    .slice(0, MAX_DUE)
    .map((each) => ({ ...each, started: started.has(each.quest_id) }))
}

const weekOf = (state: LearnerState, catalog: Catalog): Dashboard['week'] => {
  const { starts_on, days_of_tasks, days_of_xp } = state
  const days = Array.from({ length: 7 }, (_, i) => {
    const day = addDays(starts_on, i)
    const xp = days_of_xp.reduce((sum, [at, amount]) => (at === day ? sum + amount : sum), 0)
    return { day, active: days_of_tasks.includes(day), xp }
  })
  return {
    starts_on,
    days,
    active_days: days.filter(({ active }) => active).length,
    xp: days.reduce((sum, { xp }) => sum + xp, 0),
    tasks: days_of_tasks.length,
    planned: plannedIn(catalog, state)
      .filter(({ due_on }) => starts_on <= due_on && due_on < addDays(starts_on, 7))
      .map((each) => ({ ...each, completed: state.completed.includes(each.quest_id) })),
  }
}

const activeQuests = (state: LearnerState, catalog: Catalog): FullDashboard['active_quests'] =>
  state.active.slice(0, MAX_ACTIVE).flatMap((work) => {
    const quest = catalog.quest(work.quest_id, work.version)
    if (!quest) return []
    const own = state.own_tasks.filter(({ quest_id }) => quest_id === quest.id)
    const open_tasks = openTasks([...quest.tasks, ...own], state)
    return [
      {
        ...work,
        quest_title: quest.title,
        ...coverOf(quest),
        pillars: quest.pillars,
        tasks_total: quest.tasks.length + own.length,
        xp_total: quest.total_xp,
        next_task: open_tasks[0] ?? null,
        personal: quest.learner_id !== null,
        open_tasks,
      },
    ]
  })
