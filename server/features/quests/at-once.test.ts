import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asLearner, createQuest, totalsAndLedger, words } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

// Two nodes, each with several connections: concurrent requests must end as if they had been sequential.
let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startApp({ poolSize: 10 })
  other = await startApp({ beside: app })
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

const submit = (node: TestApp, person: Person, taskId: string, key?: string, text = 'Once.') =>
  node.http.inject({
    method: 'POST',
    url: `/api/tasks/${taskId}/submit`,
    headers: { ...person.headers, ...(key ? { 'idempotency-key': key } : {}) },
    payload: words(text),
  })

const nodeOf = (i: number) => (i % 3 === 0 ? other : app)
const expectAgreement = async (person: Person) => {
  const { totals, ledger } = await totalsAndLedger(app.db, person.id)
  expect(totals).toEqual(ledger)
  return totals
}

describe('handing in', () => {
  test('twenty times at once with one key has one effect, and every try gets its answer', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 61 }])
    await asLearner(ada).start(id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(nodeOf(i), ada, tasks[0]!, 'one-key')),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map(({ body }) => JSON.parse(body).attempt.id)).size).toBe(1)
    expect(await expectAgreement(ada)).toEqual([{ pillar: 'creativity', xp: 61 + 30 }])
    expect((await submit(app, ada, tasks[0]!, 'one-key', 'Something else.')).statusCode).toBe(422)
  })

  test('twenty times at once without a key stores one attempt', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 61 }])
    await asLearner(ada).start(id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(nodeOf(i), ada, tasks[0]!)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19)
    expect(await expectAgreement(ada)).toEqual([{ pillar: 'creativity', xp: 61 + 30 }])
  })

  test('one key belongs to its caller: the same key of another person is another thing', async () => {
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const people = [await app.person(), await app.person()]
    for (const person of people) {
      await asLearner(person).start(id)
      expect((await submit(app, person, tasks[0]!, 'shared')).statusCode).toBe(201)
      await expectAgreement(person)
    }
  })

  test('all tasks of a quest at once completes it exactly once', async () => {
    const plans = Array.from({ length: 6 }, () => ({ pillar: 'communication', xp: 75 }) as const)
    for (let round = 0; round < 5; round += 1) {
      const ada = await app.person()
      const { id, tasks } = await createQuest(app.db, plans)
      await asLearner(ada).start(id)
      const answers = await Promise.all(tasks.map((task, i) => submit(nodeOf(i), ada, task, task)))
      const outcomes = answers.map(({ body }) => JSON.parse(body) as { quest_completed: boolean })
      expect(outcomes.filter(({ quest_completed }) => quest_completed)).toHaveLength(1)
      expect(await expectAgreement(ada)).toEqual([{ pillar: 'communication', xp: 450 + 225 }])
      expect((await asLearner(ada).see(id)).enrollment).toMatchObject({
        state: 'completed',
        bonus_xp: 225,
      })
    }
  })
})

test('after any history of handing in and taking back, in whatever order it arrives, the totals are the ledger’s', async () => {
  const step = fc.record({
    quest: fc.nat({ max: 1 }),
    task: fc.nat({ max: 2 }),
    does: fc.constantFrom('submit', 'submit', 'draft', 'withdraw', 'leave', 'start'),
  })
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      const ada = await app.person()
      const me = asLearner(ada)
      const made = [
        await createQuest(app.db, [
          { pillar: 'creativity', xp: 50 },
          { pillar: 'communication', xp: 75 },
          { pillar: 'practical_skills', xp: 100, required: false },
        ]),
        await createQuest(app.db, [
          { pillar: 'cultural_literacy', xp: 51 },
          { pillar: 'creativity', xp: 52 },
          { pillar: 'critical_thinking', xp: 53 },
        ]),
      ]
      for (const { id } of made) await me.start(id)
      for (const steps of rounds) {
        const answers = await Promise.allSettled(
          steps.map(({ quest, task, does }) => {
            const { id, tasks } = made[quest]!
            return does === 'start' || does === 'leave' ? me[does](id) : me[does](tasks[task]!)
          }),
        )
        for (const answer of answers)
          if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
        await expectAgreement(ada)
      }
      for (const { id } of made) await expectQuestAgrees(ada, id)
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 300_000)

/** The quest's totals equal those of its tasks and the ledger. */
const expectQuestAgrees = async (person: Person, id: string) => {
  const quest = await asLearner(person).see(id)
  const required = quest.tasks.filter((task) => task.required)
  const isComplete = required.every(({ done }) => done)
  const row = await app.db
    .selectFrom('enrollments')
    .select(['state', 'tasks_done', 'xp_earned', 'bonus_xp'])
    .where('learner_id', '=', person.id)
    .where('quest_id', '=', id)
    .executeTakeFirstOrThrow()
  const earned = quest.tasks.reduce((sum, task) => sum + task.xp_earned, 0)
  expect(row).toMatchObject({
    tasks_done: quest.tasks.filter(({ done }) => done).length,
    xp_earned: earned + row.bonus_xp,
    bonus_xp: isComplete ? quest.bonus_xp : 0,
  })
  expect(row.state === 'completed').toBe(isComplete)
  for (const { done, xp, xp_earned, attempts } of quest.tasks) {
    expect(xp_earned).toBe(done ? xp : 0)
    expect(attempts.filter(({ state }) => state === 'submitted')).toHaveLength(done ? 1 : 0)
  }
}

test('a write that other changes prevent again and again asks for a retry', async () => {
  const ada = await app.person()
  const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 61 }])
  await asLearner(ada).start(id)
  await sql`CREATE FUNCTION always_in_conflict() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE deadlock_detected; END $$`.execute(app.db)
  await sql`CREATE TRIGGER always_in_conflict BEFORE INSERT ON attempts
    FOR EACH ROW EXECUTE FUNCTION always_in_conflict()`.execute(app.db)
  const refused = await submit(app, ada, tasks[0]!)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  await sql`DROP TRIGGER always_in_conflict ON attempts`.execute(app.db)
  expect((await submit(app, ada, tasks[0]!)).statusCode).toBe(201)
})
