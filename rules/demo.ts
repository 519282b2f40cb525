import type { Motif } from '#rules/art/motifs'

import { isAcademy } from './membership.ts'
import { type Pillar, PILLARS } from './pillars.ts'
import type { Tier } from './tiers.ts'
import { completionBonus, totalXp } from './xp.ts'

/** State and actions of the public demo. */

export const DEMO_PERSONAS = ['student', 'parent', 'educator'] as const
export type DemoPersona = (typeof DEMO_PERSONAS)[number]

export const DEMO_VISIBILITIES = ['public', 'family', 'private'] as const
export type DemoVisibility = (typeof DEMO_VISIBILITIES)[number]

export type DemoTask = {
  id: string
  title: string
  /** Trusted HTML from this product. */
  instructions: string
  pillar: Pillar
  xp: number
}

export type DemoQuest = {
  id: string
  title: string
  description: string
  tasks: readonly DemoTask[]
  totalXP: number
  appeal: string
  motif: Motif | null
}

export type DemoDiploma = {
  name: string
  /** Titles of quests with all tasks done. */
  completedQuest: string[]
  earnedXP: Record<Pillar, number>
  totalXP: number
  timestamp: string
  isAccredited: boolean
}

export type DemoState = {
  persona: DemoPersona | null
  showAccreditedOption: boolean
  currentStep: number
  selectedQuest: string | null
  selectedQuests: string[]
  completedTasks: { taskId: string; evidence: string; timestamp: string }[]
  earnedXP: Record<Pillar, number>
  userInputs: { name: string; learnerName: string; interests: string }
  generatedDiploma: DemoDiploma | null
  subscriptionTier: Tier
  submittedWork: {
    questId: string
    taskId: string
    work: string
    visibility: DemoVisibility
    timestamp: string
  }[]
  /** The visitor's actions, oldest first: at most MAX_INTERACTIONS, always including the first. */
  interactions: { type: string; timestamp: string }[]
}

type DemoInput =
  | { type: 'choosePersona'; persona: DemoPersona }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'tell'; inputs: Partial<DemoState['userInputs']> }
  | { type: 'toggleQuest'; questId: string }
  | { type: 'selectQuest'; questId: string }
  | { type: 'completeTask'; taskId: string; evidence: string }
  | { type: 'setVisibility'; taskId: string; visibility: DemoVisibility }
  | { type: 'chooseTier'; tier: Tier }
  | { type: 'generateDiploma' }
  | { type: 'setAccredited'; isAccredited: boolean }
  | { type: 'restore'; state: DemoState }
  | { type: 'startOver' }

/** @property at time of the action, ISO 8601 */
export type DemoAction = DemoInput & { at: string }

export const LAST_STEP = 6
export const MAX_QUESTS = 4
export const MAX_INTERACTIONS = 200

const TASKS_STEP = 3
const DIPLOMA_STEP = 5

const noXp = () =>
  Object.fromEntries(PILLARS.map((pillar) => [pillar, 0])) as Record<Pillar, number>

export const startOfDemo = (): DemoState => ({
  persona: null,
  showAccreditedOption: false,
  currentStep: 0,
  selectedQuest: null,
  selectedQuests: [],
  completedTasks: [],
  earnedXP: noXp(),
  userInputs: { name: '', learnerName: '', interests: '' },
  generatedDiploma: null,
  subscriptionTier: 'free',
  submittedWork: [],
  interactions: [],
})

const isDone = (state: DemoState, taskId: string) =>
  state.completedTasks.some((done) => done.taskId === taskId)

export const isQuestDone = (state: DemoState, quest: DemoQuest): boolean =>
  quest.tasks.every((task) => isDone(state, task.id))

/** True once no further quest can be picked. */
export const isFull = (state: DemoState): boolean => state.selectedQuests.length >= MAX_QUESTS

/** Name on the diploma: the visitor's own, or the learner's as entered by an adult. */
export const learnerOf = ({ persona, userInputs }: DemoState): string =>
  (persona === 'student' || persona === null ? userInputs.name : userInputs.learnerName).trim()

const showsAccredited = (persona: DemoPersona | null, tier: Tier) =>
  persona === 'parent' || isAcademy(tier)

/**
 * Pure state machine of the demo; quests and time are arguments.
 * Invalid actions (an unknown id, a task done twice, evidence without words) change nothing.
 */
export const demoReducer =
  (quests: readonly DemoQuest[]) =>
  (state: DemoState, action: DemoAction): DemoState => {
    if (action.type === 'startOver') return startOfDemo()
    if (action.type === 'restore') return action.state
    const next = step(quests, state, action)
    // Typing is not recorded.
    return next === state || action.type === 'tell' ? next : remember(next, action)
  }

const remember = (state: DemoState, { type, at }: DemoAction): DemoState =>
  state.interactions.length >= MAX_INTERACTIONS
    ? state
    : { ...state, interactions: [...state.interactions, { type, timestamp: at }] }

const step = (quests: readonly DemoQuest[], state: DemoState, action: DemoAction): DemoState => {
  switch (action.type) {
    case 'choosePersona':
      return {
        ...state,
        persona: action.persona,
        showAccreditedOption: showsAccredited(action.persona, state.subscriptionTier),
        currentStep: 1,
      }
    case 'next':
      return moveTo(quests, state, Math.min(state.currentStep + 1, LAST_STEP), action.at)
    case 'back':
      return moveTo(quests, state, Math.max(state.currentStep - 1, 0), action.at)
    case 'tell':
      return { ...state, userInputs: { ...state.userInputs, ...action.inputs } }
    case 'toggleQuest':
      return toggle(quests, state, action.questId)
    case 'selectQuest':
      if (!quests.some(({ id }) => id === action.questId)) return state
      return { ...state, selectedQuest: action.questId, currentStep: TASKS_STEP }
    case 'completeTask':
      return complete(quests, state, action)
    case 'setVisibility':
      return {
        ...state,
        submittedWork: state.submittedWork.map((work) =>
          work.taskId === action.taskId ? { ...work, visibility: action.visibility } : work,
        ),
      }
    case 'chooseTier':
      return {
        ...state,
        subscriptionTier: action.tier,
        showAccreditedOption: showsAccredited(state.persona, action.tier),
      }
    case 'generateDiploma':
      return withDiploma(quests, { ...state, currentStep: DIPLOMA_STEP }, action.at)
    case 'setAccredited':
      if (!state.generatedDiploma || !state.showAccreditedOption) return state
      return {
        ...state,
        generatedDiploma: { ...state.generatedDiploma, isAccredited: action.isAccredited },
      }
    default:
      return state
  }
}

const moveTo = (
  quests: readonly DemoQuest[],
  state: DemoState,
  currentStep: number,
  at: string,
): DemoState => {
  if (currentStep === state.currentStep) return state
  const moved = { ...state, currentStep }
  // The tasks step needs a selected quest: defaults to the first one picked.
  if (currentStep === TASKS_STEP && !state.selectedQuests.includes(state.selectedQuest ?? ''))
    return { ...moved, selectedQuest: state.selectedQuests[0] ?? state.selectedQuest }
  return currentStep === DIPLOMA_STEP && !state.generatedDiploma
    ? withDiploma(quests, moved, at)
    : moved
}

const toggle = (quests: readonly DemoQuest[], state: DemoState, questId: string): DemoState => {
  const { selectedQuests } = state
  if (selectedQuests.includes(questId))
    return { ...state, selectedQuests: selectedQuests.filter((id) => id !== questId) }
  if (isFull(state) || !quests.some(({ id }) => id === questId)) return state
  return { ...state, selectedQuests: [...selectedQuests, questId] }
}

const complete = (
  quests: readonly DemoQuest[],
  state: DemoState,
  { taskId, evidence, at }: { taskId: string; evidence: string; at: string },
): DemoState => {
  const quest = quests.find(({ tasks }) => tasks.some(({ id }) => id === taskId))
  const task = quest?.tasks.find(({ id }) => id === taskId)
  const work = evidence.trim()
  if (!quest || !task || work === '' || isDone(state, taskId)) return state
  const done: DemoState = {
    ...state,
    completedTasks: [...state.completedTasks, { taskId, evidence: work, timestamp: at }],
    submittedWork: [
      ...state.submittedWork,
      { questId: quest.id, taskId, work, visibility: 'public', timestamp: at },
    ],
    // An earlier diploma would lack this work.
    generatedDiploma: null,
  }
  return { ...done, earnedXP: earnedBy(quests, done) }
}

const earnedBy = (quests: readonly DemoQuest[], state: DemoState): Record<Pillar, number> => {
  const earned = noXp()
  for (const quest of quests) {
    for (const { id, pillar, xp } of quest.tasks) if (isDone(state, id)) earned[pillar] += xp
    if (!isQuestDone(state, quest)) continue
    const bonus = completionBonus(quest.tasks)
    for (const pillar of PILLARS) earned[pillar] += bonus[pillar] ?? 0
  }
  return earned
}

const doneTitles = (quests: readonly DemoQuest[], state: DemoState) =>
  quests.filter((quest) => isQuestDone(state, quest)).map(({ title }) => title)

const withDiploma = (quests: readonly DemoQuest[], state: DemoState, at: string): DemoState => ({
  ...state,
  generatedDiploma: {
    name: learnerOf(state),
    completedQuest: doneTitles(quests, state),
    earnedXP: state.earnedXP,
    totalXP: totalXp(state.earnedXP),
    timestamp: at,
    isAccredited: isAcademy(state.subscriptionTier),
  },
})

/**
 * True if a loaded state matches the quests: every id is known, and XP match the work.
 * The shape must already be validated.
 */
export const isConsistent = (quests: readonly DemoQuest[], state: DemoState): boolean => {
  const questIds = new Set(quests.map(({ id }) => id))
  const taskIds = new Set(quests.flatMap(({ tasks }) => tasks.map(({ id }) => id)))
  const done = state.completedTasks.map(({ taskId }) => taskId)
  const earned = earnedBy(quests, state)
  return (
    state.selectedQuests.every((id) => questIds.has(id)) &&
    new Set(state.selectedQuests).size === state.selectedQuests.length &&
    (state.selectedQuest === null || questIds.has(state.selectedQuest)) &&
    done.every((id) => taskIds.has(id)) &&
    new Set(done).size === done.length &&
    state.submittedWork.length === done.length &&
    state.submittedWork.every(({ taskId }) => done.includes(taskId)) &&
    PILLARS.every((pillar) => earned[pillar] === state.earnedXP[pillar]) &&
    (state.generatedDiploma === null || isOfWork(quests, state, state.generatedDiploma))
  )
}

/** True if a diploma matches the work. Its name, time and kind are the visitor's choice. */
const isOfWork = (
  quests: readonly DemoQuest[],
  state: DemoState,
  diploma: DemoDiploma,
): boolean => {
  const done = doneTitles(quests, state)
  return (
    diploma.totalXP === totalXp(state.earnedXP) &&
    PILLARS.every((pillar) => diploma.earnedXP[pillar] === state.earnedXP[pillar]) &&
    diploma.completedQuest.length === done.length &&
    done.every((title, index) => title === diploma.completedQuest[index])
  )
}
