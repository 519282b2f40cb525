import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type Effect,
  type QuestWork,
  submissionEffect,
  type TaskWork,
  withdrawalEffect,
} from './hand-in.ts'
import { PILLARS, type PillarXp } from './pillars.ts'

const task = (id: string, more: Partial<TaskWork> = {}): TaskWork => ({
  id,
  pillar: 'creativity',
  xp: 60,
  required: true,
  own: false,
  xpConfirmed: true,
  dropped: false,
  handedIn: false,
  earned: 0,
  ...more,
})

const fresh = (...tasks: TaskWork[]): QuestWork => ({ tasks, completed: false, bonus: {} })

/** The work after an effect, according to the ledger. */
const after = (work: QuestWork, taskId: string, handedIn: boolean, effect: Effect): QuestWork => {
  const bonus: PillarXp = { ...work.bonus }
  for (const { taskId, pillar, amount } of effect.entries) {
    if (taskId === null) bonus[pillar] = (bonus[pillar] ?? 0) + amount
  }
  return {
    completed: effect.completed,
    bonus,
    tasks: work.tasks.map((task) => ({
      ...task,
      handedIn: task.id === taskId ? handedIn : task.handedIn,
      earned:
        task.earned +
        effect.entries
          .filter((entry) => entry.taskId === task.id)
          .reduce((sum, { amount }) => sum + amount, 0),
    })),
  }
}

test('handing in a task earns its XP', () => {
  const effect = submissionEffect(fresh(task('a'), task('b')), 'a')
  expect(effect.entries).toEqual([{ kind: 'task', pillar: 'creativity', amount: 60, taskId: 'a' }])
  expect(effect).toMatchObject({ completed: false, tasksDone: 1 })
})

test('the last required task brings the bonus, whether or not optional tasks are done', () => {
  const work = fresh(
    task('a', { handedIn: true, earned: 60 }),
    task('b', { pillar: 'communication' }),
    task('extra', { required: false, xp: 80 }),
  )
  const effect = submissionEffect(work, 'b')
  expect(effect.completed).toBe(true)
  expect(effect.entries.filter(({ kind }) => kind === 'bonus')).toEqual([
    { kind: 'bonus', pillar: 'creativity', amount: 50, taskId: null },
    { kind: 'bonus', pillar: 'communication', amount: 50, taskId: null },
  ])
})

test('handing in again after a return earns nothing twice', () => {
  const work = fresh(task('a', { handedIn: true, earned: 60 }), task('b'))
  expect(submissionEffect(work, 'a').entries).toEqual([])
})

test('an own task earns nothing before its XP is confirmed', () => {
  const work = fresh(task('a'), task('mine', { own: true, required: false, xpConfirmed: false }))
  expect(submissionEffect(work, 'mine').entries).toEqual([])
})

test('whatever is handed in and taken back, in any order: no task pays twice, and taking all back leaves nothing', () => {
  const tasks = fc
    .array(
      fc.record({
        pillar: fc.constantFrom(...PILLARS),
        xp: fc.integer({ min: 50, max: 100 }),
        required: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((list) => list.map((each, i) => task(String(i), each)))
  const moves = fc.array(fc.nat({ max: 5 }), { maxLength: 30 })
  fc.assert(
    fc.property(tasks, moves, (tasks, moves) => {
      let work: QuestWork = { tasks, completed: false, bonus: {} }
      const toggle = (id: string) => {
        const current = work.tasks.find((task) => task.id === id)
        if (!current) return
        const effect = current.handedIn ? withdrawalEffect(work, id) : submissionEffect(work, id)
        work = after(work, id, !current.handedIn, effect)
      }
      for (const move of moves) {
        toggle(String(move))
        for (const each of work.tasks) expect(each.earned).toBe(each.handedIn ? each.xp : 0)
        const bonus = Object.values(work.bonus).reduce((sum, points) => sum + points, 0)
        const total = tasks.reduce((sum, { xp }) => sum + xp, 0)
        expect(bonus).toBe(work.completed ? Math.floor(total / 2) : 0)
      }
      for (const each of work.tasks) if (each.handedIn) toggle(each.id)
      expect(work.tasks.every(({ earned }) => earned === 0)).toBe(true)
      expect(Object.values(work.bonus).every((points) => points === 0)).toBe(true)
    }),
  )
})
