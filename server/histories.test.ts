import { createHash, randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCreditEntry, creditsFor } from '#features/credits'
import { changePortfolio } from '#features/portfolio'
import { leaveQuest, repeatQuest, startQuest, submitTask, withdrawTask } from '#features/quests'
import { decide, reopen, finalizeDecisions, undo } from '#features/reviews'
import { issueTranscript, recordOf } from '#features/transcript'
import { transaction } from '#platform/database'
import { DomainError } from '#platform/http'
import { type Criteria, isIntroductory, progressOn } from '#rules/badges'
import { type Pillar, PILLARS, type PillarXp } from '#rules/pillars'
import { type Subject, SUBJECTS } from '#rules/subjects'
import { completionBonus } from '#rules/xp'
import { createBadge } from '#testing/badge-builder'
import { createQuest, type TaskPlan, words } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

// All of a learner's records derive from one ledger and one set of accepted evidence. Here, a small model computes the same sums
// from the steps of a history, and the product must agree wherever it shows them.

const HISTORIES = 400

type Task = TaskPlan & { id: string; quest: number; subjects: Partial<Record<Subject, number>> }

const QUESTS: TaskPlan[][] = [
  [
    { pillar: 'creativity', xp: 75 },
    { pillar: 'communication', xp: 60 },
  ],
  [
    { pillar: 'critical_thinking', xp: 100 },
    { pillar: 'creativity', xp: 55, required: false },
    { pillar: 'practical_skills', xp: 50 },
  ],
  [{ pillar: 'cultural_literacy', xp: 95 }],
]
const SHARES: Task['subjects'][] = [
  { science: 0.6, language_arts: 0.4 },
  { arts: 1 },
  { mathematics: 0.57, technology: 0.43 },
]

let app: TestApp
let advisor: Person
let quests: string[]
let tasks: Task[]
let badges: { id: string; criteria: Criteria }[]

beforeAll(async () => {
  app = await startApp()
  advisor = await app.person({ role: 'advisor' })
  quests = []
  tasks = []
  for (const [quest, plan] of QUESTS.entries()) {
    const made = await createQuest(app.db, plan)
    quests.push(made.id)
    for (const [i, id] of made.tasks.entries()) {
      const subjects = SHARES[(quest + i) % SHARES.length]!
      await app.db
        .updateTable('tasks')
        .set({ subjects: JSON.stringify(subjects) })
        .where('id', '=', id)
        .execute()
      tasks.push({ ...plan[i]!, id, quest, subjects })
    }
  }
  await app.db.updateTable('quests').set({ repeatable: true }).where('id', 'in', quests).execute()
  const [first = '', second = ''] = quests
  const wanted: Criteria[] = [
    { tasks: 1 },
    { tasks: 2, pillar: 'creativity' },
    { xp: 150 },
    { xp: 100, pillar: 'critical_thinking' },
    { quests: [first] },
    { any: [{ quests: [second] }, { tasks: 3 }] },
    { all: [{ quests, at_least: 2 }, { xp: 300 }] },
  ]
  badges = await Promise.all(
    wanted.map(async (criteria) => ({ id: await createBadge(app.db, criteria), criteria })),
  )
})
afterAll(() => app.stop())

type Step =
  | { do: 'start' | 'leave' | 'repeat'; quest: number }
  | {
      do: 'submit' | 'withdraw' | 'accept' | 'return' | 'undo' | 'reopen' | 'show'
      task: number
    }
  | { do: 'settle' }
  | { do: 'transfer'; subject: Subject; hundredths: number }
  | { do: 'issue' }

const TASKS = QUESTS.flat().length
// Half as many again: the tasks of repeated quests, if any.
const anyTask = fc.nat({ max: Math.floor(TASKS * 1.5) })
const anyQuest = fc.nat({ max: QUESTS.length - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('submit' as const), task: anyTask }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('withdraw' as const), task: anyTask }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('accept' as const), task: anyTask }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const), task: anyTask }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), task: anyTask }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reopen' as const), task: anyTask }) },
  { weight: 4, arbitrary: fc.constant({ do: 'settle' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('show' as const), task: anyTask }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave', 'start'), quest: anyQuest }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('repeat' as const), quest: anyQuest }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      subject: fc.constantFrom(...SUBJECTS),
      hundredths: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'issue' as const }) },
)

// Randomly, hardly any history would complete a quest and repeat it.
const AGAIN: Step[] = [
  { do: 'submit', task: TASKS - 1 },
  { do: 'repeat', quest: QUESTS.length - 1 },
  { do: 'submit', task: TASKS },
]
const history = fc
  .tuple(fc.constantFrom([], AGAIN), fc.array(step, { minLength: 1, maxLength: 12 }))
  .map(([first, steps]) => [...first, ...steps])

/** The model: the state after a history, derived from its steps alone. */
type Life = {
  /** Everyone's quests, then the repeated ones. */
  quests: string[]
  tasks: Task[]
  /** The newest submission of each task that was not withdrawn. */
  work: Map<
    number,
    { attemptId: string; state: 'submitted' | 'accepted' | 'returned'; settled?: boolean }
  >
  shown: string[]
  transfers: { subject: Subject; hundredths: number }[]
  issued: { id: string; snapshot: string }[]
}

/** Performs a step if possible; impossible ones are refused and must have no effect. */
const live = async (learnerId: string, life: Life, drawn: Step, now: Date) => {
  const step = 'task' in drawn ? { ...drawn, task: drawn.task % life.tasks.length } : drawn
  const at = <R>(effect: (db: typeof app.db) => Promise<R>) => transaction(app.db, effect)
  switch (step.do) {
    case 'start':
      return startQuest(app.db, learnerId, quests[step.quest]!, now)
    case 'leave':
      return leaveQuest(app.db, learnerId, quests[step.quest]!)
    case 'repeat': {
      const id = await at((db) => repeatQuest(db, learnerId, quests[step.quest]!, 'Again', now))
      const copied = await app.db
        .selectFrom('tasks')
        .select('id')
        .where('quest_id', '=', id)
        .orderBy('position')
        .execute()
      const originals = tasks.filter(({ quest }) => quest === step.quest)
      for (const [i, task] of copied.entries()) {
        life.tasks.push({ ...originals[i]!, id: task.id, quest: life.quests.length })
      }
      return life.quests.push(id)
    }
    case 'submit': {
      const { id } = life.tasks[step.task]!
      const { attempt } = await at((db) => submitTask(db, learnerId, id, words('Done.'), now))
      return life.work.set(step.task, { attemptId: attempt.id, state: 'submitted' })
    }
    case 'withdraw': {
      await at((db) => withdrawTask(db, learnerId, life.tasks[step.task]!.id, now))
      return life.work.delete(step.task)
    }
    case 'accept':
    case 'return': {
      const done = life.work.get(step.task)
      if (!done) return undefined
      const decision = step.do === 'accept' ? 'accepted' : 'returned'
      const { attemptId } = done
      const given = { decision, comment: 'Look again.' } as const
      await decide(app.db, attemptId, { deciderId: advisor.id, now }, given)
      return life.work.set(step.task, { attemptId, state: decision })
    }
    case 'undo': {
      const done = life.work.get(step.task)
      if (!done) return undefined
      const { attemptId } = done
      await undo(app.db, attemptId, { deciderId: advisor.id, now, undoSeconds: 60 })
      return life.work.set(step.task, { attemptId, state: 'submitted' })
    }
    case 'reopen': {
      const done = life.work.get(step.task)
      if (!done) return undefined
      const { attemptId } = done
      await reopen(app.db, attemptId, { deciderId: advisor.id, now, reason: 'A mistake' })
      return life.work.set(step.task, { attemptId, state: 'submitted' })
    }
    case 'settle': {
      await at((db) => finalizeDecisions(db, { about: learnerId, upTo: now.toISOString() }, now))
      for (const done of life.work.values()) if (done.state !== 'submitted') done.settled = true
      return undefined
    }
    case 'show': {
      const done = life.work.get(step.task)
      if (!done || done.state === 'returned' || life.shown.includes(done.attemptId))
        return undefined
      const stillThere = await app.db
        .selectFrom('portfolio_items')
        .select('attempt_id')
        .where('learner_id', '=', learnerId)
        .execute()
      const ids = [...stillThere.map(({ attempt_id }) => attempt_id), done.attemptId]
      const items = ids.map((attempt_id) => ({
        attempt_id,
        audience: 'public' as const,
        caption: '',
      }))
      await at((db) => changePortfolio(db, learnerId, { items, published: true }, now))
      return life.shown.push(done.attemptId)
    }
    case 'transfer': {
      const { subject, hundredths } = step
      const entry = { subject, credits: hundredths / 100, reason: 'From before' }
      const kind = { kind: 'transfer' as const, institution: 'A school' }
      await at((db) =>
        addCreditEntry(db, { learnerId, recordedBy: advisor.id, now }, { ...entry, ...kind }),
      )
      return life.transfers.push({ subject, hundredths })
    }
    case 'issue': {
      const wanted = {
        learner_id: learnerId,
        recipient: 'A college',
        rendering: 'mastery' as const,
        paper: 'a4' as const,
        identified_by: 'nothing' as const,
      }
      const caller = { userId: advisor.id, role: 'advisor' as const }
      const { id } = await at((db) => issueTranscript({ ...app.parts, db }, caller, wanted, now))
      return life.issued.push({ id, snapshot: await snapshotOf(id) })
    }
  }
}

const snapshotOf = async (id: string) => {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(t)::text as row from issued_transcripts t where id = ${id}
  `.execute(app.db)
  return createHash('sha256')
    .update(rows[0]?.row ?? '')
    .digest('hex')
}

const newLearner = async () => {
  const id = randomUUID()
  await app.db
    .insertInto('users')
    .values({
      id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: `${id}@example.org`,
      email_verified_at: app.parts.clock().toISOString(),
      password_hash: 'none',
      role: 'student',
      date_of_birth: '2000-01-01',
      legal_version: '1',
      legal_accepted_at: app.parts.clock().toISOString(),
    })
    .execute()
  return id
}

const bonusOf = (id: string, { quests, tasks }: Life) =>
  completionBonus(tasks.filter(({ quest }) => quest === quests.indexOf(id)))

/** The same sums over accepted work only; a quest counts when all submissions of its required tasks are accepted. */
const reviewedWork = (accepted: Task[], life: Life) => {
  const completed = life.quests.filter((_, quest) =>
    life.tasks
      .filter((task) => task.quest === quest && task.required !== false)
      .every(({ id }) => accepted.some((task) => task.id === id)),
  )
  const xp: PillarXp = {}
  const count: Partial<Record<Pillar, number>> = {}
  for (const task of accepted) {
    xp[task.pillar] = (xp[task.pillar] ?? 0) + task.xp
    count[task.pillar] = (count[task.pillar] ?? 0) + 1
  }
  for (const id of completed) {
    const bonus = bonusOf(id, life)
    for (const pillar of PILLARS) {
      if (bonus[pillar]) xp[pillar] = (xp[pillar] ?? 0) + bonus[pillar]
    }
  }
  return {
    xp,
    tasks: count,
    completed: new Set(completed),
    begun: new Set<string>(),
    awarded: false,
  }
}

/** Expected figures, computed independently of the product. */
const sumsOf = (life: Life) => {
  const { work, transfers } = life
  const done = [...work].map(([i, { state, settled }]) => ({ ...life.tasks[i]!, state, settled }))
  const completed = life.quests.filter((_, quest) =>
    life.tasks
      .filter((task) => task.quest === quest && task.required !== false)
      .every((task) => done.some(({ id }) => id === task.id)),
  )
  const bonuses = completed.map((id) => bonusOf(id, life))
  const xp: PillarXp = {}
  const count: Partial<Record<Pillar, number>> = {}
  for (const { pillar, xp: points } of done) {
    xp[pillar] = (xp[pillar] ?? 0) + points
    count[pillar] = (count[pillar] ?? 0) + 1
  }
  for (const bonus of bonuses) {
    for (const pillar of PILLARS) {
      if (bonus[pillar]) xp[pillar] = (xp[pillar] ?? 0) + bonus[pillar]
    }
  }
  /** In thousandths of an XP: 1 credit is 1,000 XP. */
  const credit = (states: string[], subject: Subject) =>
    done
      .filter(({ state }) => states.includes(state))
      .reduce((sum, task) => sum + task.xp * Math.round((task.subjects[subject] ?? 0) * 1000), 0)
  const earned = new Map(
    SUBJECTS.map((subject) => {
      const moved = transfers.filter((each) => each.subject === subject)
      const hundredths = moved.reduce((sum, each) => sum + each.hundredths, 0)
      return [subject, credit(['accepted'], subject) + hundredths * 10_000]
    }),
  )
  const accepted = done.filter(({ state, settled }) => state === 'accepted' && settled)
  const reviewed = reviewedWork(accepted, life)
  const inReview = new Map(SUBJECTS.map((subject) => [subject, credit(['submitted'], subject)]))
  return { xp, count, completed, earned, inReview, reviewed }
}

/** Thousandths of an XP as credits to two decimals, halves up. */
const shown = (amount: number) => Math.floor(amount / 10_000 + 0.5) / 100

const nonZero = (xp: PillarXp) => Object.fromEntries(Object.entries(xp).filter(([, n]) => n !== 0))

const agree = async (learnerId: string, life: Life, now: Date) => {
  const expected = sumsOf(life)

  const { rows } = await sql<{
    totals: PillarXp
    ledger: PillarXp
    counts: PillarXp
    completed: string[]
    held: { badge_id: string; issued: boolean; revoked: boolean }[]
    lost: { issued: boolean; revoked: boolean }[]
    pieces: string[]
  }>`
    select
      (select coalesce(json_object_agg(pillar, xp), '{}') from xp_totals where learner_id = u.id) as totals,
      (select coalesce(json_object_agg(pillar, tasks), '{}') from xp_totals where learner_id = u.id) as counts,
      (select coalesce(json_object_agg(pillar, xp), '{}') from (
         select pillar, sum(amount)::int as xp from xp_entries where learner_id = u.id group by pillar) l) as ledger,
      array(select quest_id from enrollments where learner_id = u.id and state = 'completed') as completed,
      (select coalesce(json_agg(json_build_object(
         'badge_id', a.badge_id, 'issued', c.id is not null, 'revoked', r.status_index is not null)), '[]')
       from badge_awards a left join credentials c on c.id = a.credential_id
       left join revocations r on r.status_index = c.status_index
       where a.learner_id = u.id and a.withdrawn_at is null) as held,
      (select coalesce(json_agg(json_build_object('issued', c.id is not null, 'revoked', r.status_index is not null)), '[]')
       from badge_awards a left join credentials c on c.id = a.credential_id
       left join revocations r on r.status_index = c.status_index
       where a.learner_id = u.id and a.withdrawn_at is not null) as lost,
      array(select p.attempt_id from portfolio_items p
            join attempts a on a.id = p.attempt_id and a.state in ('submitted', 'accepted')
            where p.learner_id = u.id) as pieces
    from users u where u.id = ${learnerId}
  `.execute(app.db)
  const [found] = rows

  expect(nonZero(found!.ledger)).toEqual(nonZero(expected.xp))
  expect(nonZero(found!.totals)).toEqual(nonZero(expected.xp))
  expect(nonZero(found!.counts)).toEqual(nonZero(expected.count))
  expect(found!.completed.toSorted()).toEqual(expected.completed.toSorted())

  const work = {
    xp: expected.xp,
    tasks: expected.count,
    completed: new Set(expected.completed),
    begun: new Set<string>(),
    awarded: false,
  }
  const due = badges.filter(({ criteria }) => progressOn(criteria, work).met).map(({ id }) => id)
  expect(found!.held.map(({ badge_id }) => badge_id).toSorted()).toEqual(due.toSorted())
  expect(found!.held.every(({ revoked }) => !revoked)).toBe(true)
  expect(found!.lost.every(({ issued, revoked }) => issued === revoked)).toBe(true)
  const provable = badges.filter(
    ({ criteria }) => !isIntroductory(criteria) && progressOn(criteria, expected.reviewed).met,
  )
  const issued = found!.held.filter((badge) => badge.issued)
  expect(issued.map(({ badge_id }) => badge_id).toSorted()).toEqual(
    provable.map(({ id }) => id).toSorted(),
  )

  const credits = await creditsFor(app.db, learnerId)
  for (const row of credits.rows) {
    // Rows must add up to the total, so each may be off by a hundredth.
    const off = (figure: number, exact = 0) => Math.round(Math.abs(figure - shown(exact)) * 100)
    expect(off(row.earned, expected.earned.get(row.subject))).toBeLessThanOrEqual(1)
    expect(off(row.in_review, expected.inReview.get(row.subject))).toBeLessThanOrEqual(1)
  }
  const all = [...expected.earned.values()].reduce((sum, amount) => sum + amount, 0)
  expect(credits.total.earned).toBe(shown(all))

  const record = await recordOf(app.parts, learnerId, now)
  expect(record.total.earned).toBe(credits.total.earned)
  for (const { subject, earned } of record.subjects) {
    expect(earned).toBe(credits.rows.find((row) => row.subject === subject)?.earned)
  }
  expect(record.total.pieces).toBe(
    [...life.work.values()].filter((w) => w.state === 'accepted').length,
  )
  expect(record.badges).toHaveLength(provable.length)

  const visible = life.shown.filter((attemptId) =>
    [...life.work.values()].some((w) => w.attemptId === attemptId && w.state !== 'returned'),
  )
  expect(found!.pieces.toSorted()).toEqual(visible.toSorted())

  for (const { id, snapshot } of life.issued) expect(await snapshotOf(id)).toBe(snapshot)
}

test(
  `ledger, badges, credits, transcript and portfolio agree after ${HISTORIES} random histories`,
  { timeout: 300_000 },
  async () => {
    const now = app.parts.clock()
    await fc.assert(
      fc.asyncProperty(history, async (history) => {
        const learnerId = await newLearner()
        const life: Life = {
          quests: [...quests],
          tasks: [...tasks],
          work: new Map(),
          shown: [],
          transfers: [],
          issued: [],
        }
        for (const quest of quests.keys()) await live(learnerId, life, { do: 'start', quest }, now)
        for (const step of history) {
          await live(learnerId, life, step, now).catch((error: unknown) => {
            // Expected refusals: a second submission, a withdrawal of nothing, a quest that was left.
            if (!(error instanceof DomainError) || error.status >= 500) throw error
          })
        }
        await agree(learnerId, life, now)
        // After all undo periods have ended.
        await live(learnerId, life, { do: 'settle' }, now)
        await agree(learnerId, life, now)
      }),
      { numRuns: HISTORIES },
    )
    const repeated = app.db
      .selectFrom('attempts')
      .innerJoin('quests', 'quests.id', 'attempts.quest_id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('quests.repeats', 'is not', null)
    expect((await repeated.executeTakeFirstOrThrow()).n).toBeGreaterThan(HISTORIES / 3)
  },
)
