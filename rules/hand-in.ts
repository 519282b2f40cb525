import { type Pillar, PILLARS, type PillarXp } from './pillars.ts'
import { completionBonus } from './xp.ts'

/** One learner's state of one task of a quest. */
export type TaskWork = {
  id: string
  pillar: Pillar
  xp: number
  required: boolean
  /** Added by the learner: excluded from the quest's total, and worth no XP until confirmed. */
  own: boolean
  xpConfirmed: boolean
  /** Not part of the learner's version of the quest. */
  dropped: boolean
  /** The latest attempt was not withdrawn. */
  handedIn: boolean
  /** Net XP of the task in the ledger. */
  earned: number
}

export type QuestWork = {
  tasks: readonly TaskWork[]
  completed: boolean
  /** Net XP of this quest's bonus in the ledger. */
  bonus: PillarXp
}

export type LedgerEntry = {
  kind: 'task' | 'bonus' | 'reversal'
  pillar: Pillar
  /** Whole XP, never 0. */
  amount: number
  /** Null for the quest's bonus. */
  taskId: string | null
}

export type Effect = {
  entries: LedgerEntry[]
  completed: boolean
  /** Submitted tasks after the effect. */
  tasksDone: number
}

/** Effect of submitting a task: its XP once, and the bonus if it completes the quest. */
export const submissionEffect = (work: QuestWork, taskId: string): Effect => {
  const tasks = work.tasks.map((task) => (task.id === taskId ? { ...task, handedIn: true } : task))
  const task = tasks.find(({ id }) => id === taskId)
  const entries: LedgerEntry[] = []
  if (task && task.earned === 0 && (!task.own || task.xpConfirmed)) {
    entries.push({ kind: 'task', pillar: task.pillar, amount: task.xp, taskId })
  }
  const completed = isComplete(tasks)
  if (completed && !work.completed) {
    entries.push(...entriesOf('bonus', bonusOf(tasks)))
  }
  return { entries, completed: completed || work.completed, tasksDone: doneIn(tasks) }
}

/** Effect of switching to another version of a quest: the bonus, if all required tasks are done. */
export const versionEffect = (work: QuestWork): Effect => {
  const completed = isComplete(work.tasks)
  const bonus = completed && !work.completed ? bonusOf(work.tasks) : {}
  return { entries: entriesOf('bonus', bonus), completed, tasksDone: doneIn(work.tasks) }
}

/** Effect of withdrawing a task: reverses exactly its XP, and the bonus if it no longer applies. */
export const withdrawalEffect = (work: QuestWork, taskId: string): Effect => {
  const tasks = work.tasks.map((task) => (task.id === taskId ? { ...task, handedIn: false } : task))
  const task = tasks.find(({ id }) => id === taskId)
  const entries: LedgerEntry[] = []
  if (task && task.earned !== 0) {
    entries.push({ kind: 'reversal', pillar: task.pillar, amount: -task.earned, taskId })
  }
  const completed = isComplete(tasks)
  if (work.completed && !completed) {
    const lost = Object.fromEntries(
      Object.entries(work.bonus).map(([pillar, points]) => [pillar, -points]),
    )
    entries.push(...entriesOf('reversal', lost))
  }
  return { entries, completed, tasksDone: doneIn(tasks) }
}

const bonusOf = (tasks: readonly TaskWork[]) =>
  completionBonus(tasks.filter(({ own, dropped }) => !own && !dropped))

const isComplete = (tasks: readonly TaskWork[]) => {
  const required = tasks.filter(({ required, own, dropped }) => required && !own && !dropped)
  return required.length > 0 && required.every(({ handedIn }) => handedIn)
}

const doneIn = (tasks: readonly TaskWork[]) =>
  tasks.filter(({ handedIn, dropped }) => handedIn && !dropped).length

const entriesOf = (kind: 'bonus' | 'reversal', xp: PillarXp): LedgerEntry[] =>
  PILLARS.flatMap((pillar) => {
    const amount = xp[pillar] ?? 0
    return amount === 0 ? [] : [{ kind, pillar, amount, taskId: null }]
  })
