import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { caseload } from '#contract/caseload'
import { credits } from '#contract/credits'
import { quests } from '#contract/quests'
import { assignLearner } from '#features/advising'
import { storeDiplomaPlan } from '#features/credits'
import { asLearner, createQuest, type TaskPlan } from '#testing/quest-builder'
import { decideFinally } from '#testing/review-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let advisor: Person
beforeAll(async () => {
  app = await startApp()
  advisor = await app.person({ role: 'advisor', firstName: 'Samuel', lastName: 'Okafor' })
})
afterAll(() => app.stop())

const STREAM: TaskPlan[] = [
  { pillar: 'critical_thinking', xp: 80, subjects: { science: 0.6, mathematics: 0.4 } },
  { pillar: 'communication', xp: 75, subjects: { science: 0.3, language_arts: 0.7 } },
]

/** Creates a learner of this advisor, and a quest with two tasks. */
const learnerWithQuest = async (plans = STREAM) => {
  const person = await app.person({ dateOfBirth: '2010-01-01' })
  await assignLearner(app.db, {
    advisorId: advisor.id,
    learnerId: person.id,
    since: app.parts.clock(),
  })
  const quest = await createQuest(app.db, plans, { title: 'Stream doctor' })
  return { ...person, me: asLearner(person), quest }
}

const decide = (attemptId: string, decision: 'accepted' | 'returned', comment = '') =>
  decideFinally(
    app.db,
    attemptId,
    { deciderId: advisor.id, now: app.parts.clock() },
    { decision, comment },
  )

const rowsOf = async (person: Person) => {
  const { rows } = await person.call(credits).getCredits()
  return Object.fromEntries(
    rows.map(({ subject, required: _, xp: __, ...figures }) => [subject, figures]),
  )
}

const NOTHING = { earned: 0, in_review: 0, in_progress: 0, planned: 0 }

describe('credit follows the work', () => {
  test('from in progress over in review to earned, with a return in between', async () => {
    const { me, quest, ...ada } = await learnerWithQuest()
    expect((await rowsOf(ada)).science).toEqual(NOTHING)
    await me.start(quest.id)
    expect(await rowsOf(ada)).toMatchObject({
      // 48 + 22.5 XP
      science: { ...NOTHING, in_progress: 0.07 },
      mathematics: { ...NOTHING, in_progress: 0.03 },
      // 54.5 XP, and the hundredth that the total of 0.16 has left
      language_arts: { ...NOTHING, in_progress: 0.06 },
    })
    const first = await me.submit(quest.tasks[0]!)
    expect((await rowsOf(ada)).science).toEqual({ ...NOTHING, in_review: 0.05, in_progress: 0.02 })
    const [, , science] = (await ada.call(credits).getCredits()).rows
    expect(science).toMatchObject({
      subject: 'science',
      xp: { ...NOTHING, in_review: 48, in_progress: 22.5 },
    })
    await decide(first.attempt.id, 'returned', 'Please label the axes.')
    expect((await rowsOf(ada)).science).toEqual({ ...NOTHING, in_progress: 0.07 })
    const second = await me.submit(quest.tasks[0]!)
    await decide(second.attempt.id, 'accepted')
    expect(await rowsOf(ada)).toMatchObject({
      science: { ...NOTHING, earned: 0.05, in_progress: 0.02 },
      mathematics: { ...NOTHING, earned: 0.03 },
    })
  })

  test('and goes back to exactly what it was when work is withdrawn', async () => {
    const { me, quest, ...ada } = await learnerWithQuest()
    await me.start(quest.id)
    const before = await ada.call(credits).getCredits()
    const { attempt } = await me.submit(quest.tasks[0]!)
    await me.withdraw(quest.tasks[0]!)
    expect(await ada.call(credits).getCredits()).toEqual(before)
    await expect(decide(attempt.id, 'accepted')).rejects.toMatchObject({ status: 409 })

    const again = await me.submit(quest.tasks[0]!)
    await decide(again.attempt.id, 'accepted')
    await me.withdraw(quest.tasks[0]!)
    expect(await ada.call(credits).getCredits()).toEqual(before)
  })

  test('counts the tasks alone: the bonus of a completed quest is XP, not credit', async () => {
    const { me, quest, ...ada } = await learnerWithQuest([{ pillar: 'creativity', xp: 100 }])
    await me.start(quest.id)
    const { attempt, bonus_change } = await me.submit(quest.tasks[0]!)
    expect(bonus_change).toBe(50)
    await decide(attempt.id, 'accepted')
    expect((await ada.call(credits).getCredits()).total.earned).toBe(0.1)
  })

  test('of a quest that was left stays where it was handed in, and the rest is gone', async () => {
    const { me, quest, ...ada } = await learnerWithQuest()
    await me.start(quest.id)
    await me.submit(quest.tasks[0]!)
    await me.leave(quest.id)
    expect((await rowsOf(ada)).science).toEqual({ ...NOTHING, in_review: 0.05 })
  })

  test('comes from an own task only with confirmed XP and subjects', async () => {
    const { me, quest, ...ada } = await learnerWithQuest()
    await me.start(quest.id)
    const before = await ada.call(credits).getCredits()
    const own = await ada.call(quests).addOwnTask({
      params: { id: quest.id },
      body: { title: 'My own', pillar: 'communication', xp: 90 },
    })
    const { attempt } = await me.submit(own.id)
    await decide(attempt.id, 'accepted')
    expect(await ada.call(credits).getCredits()).toEqual(before)
    const confirm = (change: object) =>
      app.db.updateTable('tasks').set(change).where('id', '=', own.id).execute()
    await confirm({ xp_confirmed_at: app.parts.clock().toISOString() })
    expect(await ada.call(credits).getCredits()).toEqual(before)
    await confirm({ subjects: JSON.stringify({ health: 1 }) })
    expect((await rowsOf(ada)).health).toEqual({ ...NOTHING, earned: 0.09 })
  })
})

describe('the figures', () => {
  test('name the rule they rest on, and all subjects of the plan: 22 credits', async () => {
    const ada = await app.person()
    const { plan, rows, total } = await ada.call(credits).getCredits()
    expect(plan).toMatchObject({ version: 1, xp_per_credit: 1000 })
    expect(plan.rule.length).toBeGreaterThan(0)
    expect(rows.map(({ subject }) => subject)).toEqual(plan.subjects.map(({ subject }) => subject))
    expect(total).toEqual({ ...NOTHING, required: 22, xp: NOTHING })
  })

  test('are rounded from the exact sum: twenty shares of 2.5 XP are not nothing', async () => {
    const tenth = { science: 0.05, arts: 0.95 }
    const { me, quest, ...ada } = await learnerWithQuest(
      Array.from({ length: 20 }, () => ({ pillar: 'creativity', xp: 50, subjects: tenth })),
    )
    await me.start(quest.id)
    expect((await rowsOf(ada)).science).toMatchObject({ in_progress: 0.05 })
  })

  test('open the evidence behind them, which adds up', async () => {
    const { me, quest, ...ada } = await learnerWithQuest()
    await me.start(quest.id)
    const { attempt } = await me.submit(quest.tasks[0]!)
    await decide(attempt.id, 'accepted')
    const transfer = await advisor.call(advising).addCredit({
      params: { id: ada.id },
      body: {
        subject: 'science',
        credits: 0.5,
        kind: 'transfer',
        reason: 'Biology, first term',
        institution: 'Riverside Middle School',
      },
    })
    const { row, items } = await ada.call(credits).getSubject({ params: { subject: 'science' } })
    expect(row).toMatchObject({ earned: 0.55, in_progress: 0.02 })
    expect(items).toHaveLength(3)
    expect(items.filter(({ state }) => state === 'earned')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'transfer',
          credits: 0.5,
          task: null,
          entry: {
            id: transfer.id,
            reason: 'Biology, first term',
            institution: 'Riverside Middle School',
            recorded_by: 'Samuel Okafor',
            reversed: false,
          },
        }),
        expect.objectContaining({
          kind: 'task',
          xp: 48,
          task: expect.objectContaining({
            quest_title: 'Stream doctor',
            task_xp: 80,
            attempt_id: attempt.id,
          }),
        }),
      ]),
    )
    expect(items.find(({ state }) => state === 'in_progress')).toMatchObject({ xp: 22.5, at: null })
    const behind = await advisor.call(advising).getLearnerEvidence({
      params: { id: ada.id },
      query: { subject: 'science' },
    })
    expect(behind).toEqual({ row, items })
  })
})

describe('a version of the plan', () => {
  test('does not change; a newer one holds from then on, and the figures say so', async () => {
    const other = await startApp()
    const ada = await other.person()
    const before = await ada.call(credits).getCredits()
    const stored = await other.db
      .selectFrom('diploma_plans')
      .select('content')
      .executeTakeFirstOrThrow()
    const change = other.db.updateTable('diploma_plans').set({ content: '{}' })
    await expect(change.execute()).rejects.toThrow(/does not change/)
    const next = {
      ...(stored.content as object),
      version: 2,
      subjects: before.plan.subjects.map((each) => ({ ...each, required: 1 })),
    }
    await other.db
      .insertInto('diploma_plans')
      .values({ version: 2, content: JSON.stringify(next) })
      .execute()
    const after = await ada.call(credits).getCredits()
    expect(after.plan.version).toBe(2)
    expect(after.total.required).toBe(10)
    await other.stop()
  })
})

describe('the planner', () => {
  const half = (subject: 'health' | 'arts') =>
    Array.from({ length: 5 }, () => ({
      pillar: 'practical_skills' as const,
      xp: 50,
      subjects: { [subject]: 1 },
    }))

  test('shows what quests would bring before anything is saved', async () => {
    const { quest, ...ada } = await learnerWithQuest()
    const call = ada.call(credits)
    const tried = await call.tryPlan({ body: { quest_ids: [quest.id] } })
    expect(tried.saved).toBe(false)
    expect(tried.rows.find(({ subject }) => subject === 'science')).toMatchObject({
      ...NOTHING,
      planned: 0.07,
    })
    expect((await rowsOf(ada)).science).toEqual(NOTHING)
    expect((await call.getPlanner()).quest_ids).toEqual([])

    await call.tryPlan({ body: { quest_ids: [quest.id], save: true } })
    expect((await rowsOf(ada)).science).toMatchObject({ planned: 0.07 })
    expect((await call.getPlanner()).quest_ids).toEqual([quest.id])
    await asLearner(ada).start(quest.id)
    expect((await rowsOf(ada)).science).toMatchObject({ planned: 0, in_progress: 0.07 })
    expect((await call.getPlanner()).quest_ids).toEqual([])
  })

  test('says which two quests close a gap, and that they do', async () => {
    const ada = await app.person()
    const first = await createQuest(app.db, half('health'))
    const second = await createQuest(app.db, half('health'))
    const call = ada.call(credits)
    const { suggestions, options } = await call.getPlanner()
    const health = suggestions.find(({ subject }) => subject === 'health')!
    expect(health).toMatchObject({ gap: 0.5, brings: 0.5, closes: true })
    expect(health.quest_ids.toSorted()).toEqual([first.id, second.id].toSorted())
    expect(options.find(({ quest_id }) => quest_id === first.id)).toMatchObject({
      brings: [{ subject: 'health', xp: 250 }],
    })
    const tried = await call.tryPlan({ body: { quest_ids: health.quest_ids } })
    expect(tried.closed).toEqual(['health'])
    expect(tried.suggestions.map(({ subject }) => subject)).not.toContain('health')
  })

  test('takes only quests that are offered, and suggests none whose first part is missing', async () => {
    const ada = await app.person()
    const draft = await createQuest(app.db, STREAM, { status: 'draft' })
    const call = ada.call(credits)
    await expect(call.tryPlan({ body: { quest_ids: [draft.id] } })).rejects.toMatchObject({
      status: 400,
    })
    const before = await createQuest(app.db, STREAM)
    const after = await createQuest(app.db, STREAM, { after: before.id })
    const ids = (await call.getPlanner()).options.map(({ quest_id }) => quest_id)
    expect(ids).toContain(before.id)
    expect(ids).not.toContain(after.id)
    expect(ids).not.toContain(draft.id)
  })
})

describe('what an advisor adds', () => {
  const science = { subject: 'science', credits: 1.25, reason: 'Chemistry, passed with honours' }
  const transfer = { ...science, kind: 'transfer', institution: 'Northside High' } as const

  test('is at most five hundred entries in one record, each of which can be taken back', async () => {
    const { quest: _, ...ada } = await learnerWithQuest()
    const call = advisor.call(advising)
    const add = () => call.addCredit({ params: { id: ada.id }, body: { ...transfer } as never })
    await sql`
      insert into credit_entries (learner_id, subject, kind, hundredths, reason, institution, created_at)
      select ${ada.id}::uuid, 'science', 'transfer', 1, 'Chemistry', 'Northside High', now()
      from generate_series(1, 499)`.execute(app.db)
    const { id } = await add()
    await expect(add()).rejects.toMatchObject({ status: 409 })
    await call.reverseCredit({ params: { id }, body: { reason: 'It was for somebody else.' } })
  })

  test('counts as earned, is taken back by an entry of its own, and stays in sight', async () => {
    const { quest: _, ...ada } = await learnerWithQuest()
    const call = advisor.call(advising)
    const added = await call.addCredit({ params: { id: ada.id }, body: { ...transfer } as never })
    expect((await rowsOf(ada)).science).toMatchObject({ earned: 1.25 })
    app.moveClock(1000)
    const reversal = await call.reverseCredit({
      params: { id: added.id },
      body: { reason: 'It was for somebody else.' },
    })
    expect(reversal).toMatchObject({ kind: 'reversal', credits: -1.25, reverses: added.id })
    expect((await rowsOf(ada)).science).toEqual(NOTHING)
    await expect(
      call.reverseCredit({ params: { id: added.id }, body: { reason: 'Again.' } }),
    ).rejects.toMatchObject({ status: 409 })
    const { entries } = await call.getLearner({ params: { id: ada.id } })
    expect(entries.map(({ kind }) => kind)).toEqual(['reversal', 'transfer'])
    for (const change of [
      app.db.updateTable('credit_entries').set({ hundredths: 900 }),
      app.db.deleteFrom('credit_entries').where('id', '=', added.id),
    ]) {
      await expect(change.execute()).rejects.toThrow(/only ever added/)
    }
  })

  test('needs a reason, a school for a transfer, and at most two decimals', async () => {
    const { quest: _, ...ada } = await learnerWithQuest()
    const add = (body: object) =>
      advisor.call(advising).addCredit({ params: { id: ada.id }, body: body as never })
    for (const [field, body] of [
      ['reason', { ...transfer, reason: ' ' }],
      ['institution', { ...transfer, institution: '' }],
      ['credits', { ...transfer, credits: 0.125 }],
      ['credits', { ...transfer, credits: 0 }],
      ['credits', { ...transfer, credits: -1 }],
      ['subject', { ...transfer, subject: 'alchemy' }],
    ] as const) {
      await expect(add(body)).rejects.toMatchObject({
        status: 400,
        fields: { [field]: expect.any(String) },
      })
    }
    expect(
      await add({ subject: 'arts', credits: -0.1, kind: 'adjustment', reason: 'Counted twice' }),
    ).toMatchObject({ credits: -0.1, institution: null })
  })

  test('is added once, however often it arrives with one key, and is in the log', async () => {
    const { quest: _, ...ada } = await learnerWithQuest()
    const add = () =>
      advisor
        .call(advising)
        .addCredit(
          { params: { id: ada.id }, body: { ...transfer } as never },
          { idempotencyKey: `once-${ada.id}` },
        )
    expect(await add()).toEqual(await add())
    expect((await rowsOf(ada)).science).toMatchObject({ earned: 1.25 })
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action'])
      .where('subject_id', '=', ada.id)
      .where('action', '=', 'credit_recorded')
      .execute()
    expect(logged).toEqual([{ actor_id: advisor.id, action: 'credit_recorded' }])
  })
})

describe('an advisor sees the learners of the caseload', () => {
  test('with activity, XP, credits and what waits; nobody else’s', async () => {
    const other = await app.person({ role: 'advisor' })
    const { me, quest, ...ada } = await learnerWithQuest()
    await assignLearner(app.db, {
      advisorId: other.id,
      learnerId: ada.id,
      since: app.parts.clock(),
    })
    await me.start(quest.id)
    const { attempt } = await me.submit(quest.tasks[0]!)
    await decide(attempt.id, 'accepted')
    await me.submit(quest.tasks[1]!)
    const { items, next_cursor } = await other.call(caseload).listCaseload()
    expect(next_cursor).toBeNull()
    expect(items).toMatchObject([
      {
        id: ada.id,
        last_active_at: app.parts.clock().toISOString(),
        xp: 155 + 77,
        credits: 0.08,
        required: 22,
        waiting: 1,
      },
    ])
  })

  test('page by page', async () => {
    const other = await app.person({ role: 'advisor' })
    for (let i = 0; i < 3; i += 1) {
      const { id: learnerId } = await app.person()
      await assignLearner(app.db, { advisorId: other.id, learnerId, since: app.parts.clock() })
    }
    const call = other.call(caseload)
    const first = await call.listCaseload({ query: { limit: 2 } })
    const second = await call.listCaseload({ query: { limit: 2, cursor: first.next_cursor! } })
    expect(second.next_cursor).toBeNull()
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3)
    await expect(call.listCaseload({ query: { cursor: 'x' } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('another advisor’s learner answers as one that does not exist; an admin sees everyone', async () => {
    const { quest: _, ...ada } = await learnerWithQuest()
    const stranger = await app.person({ role: 'educator' })
    const nobody = '7b0e4f0e-0000-4000-8000-000000000000'
    const body = { subject: 'arts', credits: 1, kind: 'adjustment', reason: 'x' } as const
    const refusal = (promise: Promise<unknown>) =>
      promise.then(
        () => 'allowed',
        ({ status, message }: { status: number; message: string }) => `${status} ${message}`,
      )
    const entry = await advisor.call(advising).addCredit({ params: { id: ada.id }, body })
    const call = stranger.call(advising)
    for (const attempt of [
      (id: string) => call.getLearner({ params: { id } }),
      (id: string) => call.getLearnerEvidence({ params: { id }, query: { subject: 'arts' } }),
      (id: string) => call.addCredit({ params: { id }, body }),
      (id: string) =>
        call.reverseCredit({
          params: { id: id === ada.id ? entry.id : id },
          body: { reason: 'Why not' },
        }),
    ]) {
      expect(await refusal(attempt(ada.id))).toBe('404 Not found.')
      expect(await refusal(attempt(nobody))).toBe('404 Not found.')
    }
    const admin = await app.person({ role: 'admin' })
    expect(await admin.call(advising).getLearner({ params: { id: ada.id } })).toMatchObject({
      first_name: 'Ada',
    })
    const viewed = await app.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('subject_id', '=', ada.id)
      .where('action', '=', 'learner_read')
      .execute()
    expect(viewed).toEqual([{ actor_id: admin.id }])
  })
})

describe('a decision on handed-in work', () => {
  test('says why when it returns the work, and is made once', async () => {
    const { me, quest } = await learnerWithQuest()
    await me.start(quest.id)
    const { attempt } = await me.submit(quest.tasks[0]!)
    await expect(decide(attempt.id, 'returned', '  ')).rejects.toMatchObject({ status: 400 })
    await decide(attempt.id, 'returned', ' Please label the axes. ')
    const task = (await me.see(quest.id)).tasks[0]!
    expect(task.attempts[0]).toMatchObject({
      state: 'returned',
      comment: 'Please label the axes.',
      decided_at: app.parts.clock().toISOString(),
    })
    await expect(decide(attempt.id, 'accepted')).rejects.toMatchObject({ status: 409 })
    await expect(decide('7b0e4f0e-0000-4000-8000-000000000000', 'accepted')).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('a site that began with 1,000 XP a credit counts 6,000 once the program brings that version', async () => {
  const { me, quest, ...ada } = await learnerWithQuest([{ pillar: 'creativity', xp: 90 }])
  await me.start(quest.id)
  const { attempt } = await me.submit(quest.tasks[0]!)
  await decide(attempt.id, 'accepted')
  expect((await ada.call(credits).getCredits()).total).toMatchObject({ earned: 0.09 })
  await storeDiplomaPlan(app.db)
  const { plan, total } = await ada.call(credits).getCredits()
  expect(plan).toMatchObject({ version: 2, xp_per_credit: 6000 })
  expect(total).toMatchObject({ earned: 0.02, xp: { earned: 90 } })
})
