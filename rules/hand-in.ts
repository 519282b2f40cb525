import { type Pillar, PILLARS, type PillarXp } from './pillars.ts'
import { completionBonus } from './xp.ts'

/** One task of a quest as one learner stands to it. */
export type TaskWork = {
  id: string
  pillar: Pillar
  xp: number
  required: boolean
  /** Added by the learner: not part of the quest's total, and worth nothing until confirmed. */
  own: boolean
  xpConfirmed: boolean
  /** Of another version of the quest than the learner's. */
  dropped: boolean
  /** The newest attempt was not withdrawn. */
  handedIn: boolean
  /** What the ledger holds for the task, net. */
  earned: number
}

export type QuestWork = {
  tasks: readonly TaskWork[]
  completed: boolean
  /** What the ledger holds as this quest's bonus, net. */
  bonus: PillarXp
}

export type LedgerEntry = {
  kind: 'task' | 'bonus' | 'reversal'
  pillar: Pillar
  /** Whole XP, never 0. */
  amount: number
  /** Null for the bonus of the quest. */
  taskId: string | null
}

export type Effect = {
  entries: LedgerEntry[]
  completed: boolean
  /** Tasks handed in afterwards. */
  tasksDone: number
}

/** What handing in a task changes: its XP once, and the bonus when it was the last required one. */
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

/** What going on with another version of a quest changes: a bonus, when nothing that it requires is left to do. */
export const versionEffect = (work: QuestWork): Effect => {
  const completed = isComplete(work.tasks)
  const bonus = completed && !work.completed ? bonusOf(work.tasks) : {}
  return { entries: entriesOf('bonus', bonus), completed, tasksDone: doneIn(work.tasks) }
}

/** What taking a task back changes: reversals of exactly what it, and a bonus that no longer holds, had earned. */
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
