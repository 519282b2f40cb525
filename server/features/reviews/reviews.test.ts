import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { badges } from '#contract/badges'
import { credentials } from '#contract/credentials'
import { credits } from '#contract/credits'
import { type ReviewFilters, reviews } from '#contract/reviews'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { createBadge } from '#testing/badge-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { finalizeNow } from '#testing/review-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let samuel: Person
beforeAll(async () => {
  app = await startApp()
  samuel = await app.person({ role: 'advisor', firstName: 'Samuel', lastName: 'Okafor' })
})
afterAll(() => app.stop())
// The clock moves forward and sessions expire.
beforeEach(async () => {
  samuel = await app.signIn(samuel.email)
})

const assign = (learner: Person, advisor = samuel) =>
  assignLearner(app.db, { advisorId: advisor.id, learnerId: learner.id, since: new Date() })

/** Creates a learner in Samuel's care who has started a quest of this many tasks, each worth 60 XP of creativity. */
const learner = async ({
  tasks = 1,
  ...given
}: Parameters<TestApp['person']>[0] & { tasks?: number } = {}) => {
  const person = await app.person(given)
  await assign(person)
  const quest = await createQuest(
    app.db,
    Array.from({ length: tasks }, () => ({ pillar: 'creativity' as const, xp: 60 })),
  )
  const me = asLearner(person)
  await me.start(quest.id)
  return {
    ...person,
    ...me,
    quest,
    handIn: async (task = 0) => (await me.submit(quest.tasks[task]!)).attempt.id,
    feedback: () => person.call(reviews).getFeedback({ params: { id: quest.id } }),
    answer: (id: string, words: string) =>
      person.call(reviews).answer({ params: { id }, body: { words } }),
    credit: async () => (await person.call(credits).getCredits()).total,
  }
}

const asAdvisor = (person: Person) => {
  const call = person.call(reviews)
  const at = (id: string) => ({ params: { id } })
  return {
    acceptSeveral: (ids: string[]) => call.acceptSeveral({ body: { ids } }),
    release: (id: string) => call.releaseReview(at(id)),
    queue: async (query: Parameters<typeof call.listReviews>[0] = {}) =>
      (await call.listReviews(query)).items,
    see: (id: string, query: Partial<ReviewFilters> = {}) => call.getReview({ ...at(id), query }),
    open: (id: string) => call.claimReview(at(id)),
    accept: (id: string, more: object = {}, key?: string) =>
      call.decide(
        { ...at(id), body: { decision: 'accepted', ...more } },
        key ? { idempotencyKey: key } : {},
      ),
    giveBack: (id: string, comment = 'Please label the axes.', more: object = {}) =>
      call.decide({ ...at(id), body: { decision: 'returned', comment, ...more } }),
    undo: (id: string) => call.undoDecision(at(id)),
    takeBack: (id: string, reason = 'It was the wrong file.') =>
      call.reopenReview({ ...at(id), body: { reason } }),
    keep: (id: string, comment: string) => call.saveFeedback({ ...at(id), body: { comment } }),
    say: (id: string, words: string) => call.ask({ ...at(id), body: { words } }),
  }
}
const settle = (person: Person) => finalizeNow(app.db, person.id, app.parts.clock())

const refused = (status: number, message?: string) => ({
  status,
  ...(message ? { message: expect.stringContaining(message) } : {}),
})

describe('the queue', () => {
  test('shows what waits, oldest first, page by page, with what was returned before', async () => {
    const own = await app.person({ role: 'advisor' })
    const ada = await learner({ tasks: 3 })
    await assign(ada, own)
    const call = asAdvisor(own)
    const first = await ada.handIn(0)
    app.moveClock(1000)
    await ada.handIn(1)
    await call.giveBack(first)
    app.moveClock(1000)
    const again = await ada.handIn(0)
    const page = await own.call(reviews).listReviews({ query: { limit: 1 } })
    expect(page.items).toMatchObject([
      { task_title: 'Task 2', number: 1, returned_before: false, claimed_by: null, opened: false },
    ])
    const rest = await call.queue({ query: { limit: 1, cursor: page.next_cursor! } })
    expect(rest).toMatchObject([{ id: again, number: 2, returned_before: true, turn: 'advisor' }])
    expect(await call.queue({ query: { returned: 'true' } })).toMatchObject([{ id: again }])
    expect(await call.queue({ query: { quest: ada.quest.id, learner: ada.id } })).toHaveLength(2)
    const summary = await own.call(reviews).reviewSummary()
    expect(summary).toMatchObject({
      waiting: 2,
      learners: [{ id: ada.id, waiting: 2 }],
      quests: [{ id: ada.quest.id, waiting: 2 }],
    })
    expect(summary.median_hours).toBeCloseTo(1 / 3600, 5)
    const { neighbours } = await call.see(page.items[0]!.id)
    expect(neighbours).toEqual({ previous: null, next: again })
    expect((await call.see(again, { returned: 'true' })).neighbours).toEqual({
      previous: null,
      next: null,
    })
  })

  test('a cursor that was made up is refused', async () => {
    for (const cursor of ['x', Buffer.from('["2026",""]').toString('base64url')]) {
      await expect(asAdvisor(samuel).queue({ query: { cursor } })).rejects.toMatchObject(
        refused(400),
      )
    }
  })

  test('a colleague’s learner, a former one and an unknown piece are the same 404, with a line in the log', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const stranger = await app.person({ role: 'advisor' })
    const educator = await app.person({ role: 'educator' })
    const admin = await app.person({ role: 'admin' })
    for (const other of [stranger, educator]) {
      const call = asAdvisor(other)
      for (const attempt of [call.see, call.accept, call.open, call.giveBack]) {
        await expect(attempt(id)).rejects.toMatchObject({ status: 404, message: 'Not found.' })
      }
      expect(await call.queue()).toEqual([])
    }
    await expect(asAdvisor(admin).accept(id)).rejects.toMatchObject(refused(404))
    const { rows } = await sql<{ may: string }>`
      select detail->>'may' as may from audit_log
      where actor_id = ${stranger.id} and subject_id = ${ada.id} and action = 'learner_refused'
      order by 1`.execute(app.db)
    expect(rows.map(({ may }) => may)).toEqual(['decide', 'readAsStaff'])

    await app.db.deleteFrom('caseload').where('learner_id', '=', ada.id).execute()
    await expect(asAdvisor(samuel).see(id)).rejects.toMatchObject(refused(404))
    await expect(asAdvisor(samuel).accept(id)).rejects.toMatchObject(refused(404))
  })
})

describe('deciding', () => {
  test('an acceptance counts as credit at once, and the learner reads the words', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    expect(await ada.credit()).toMatchObject({ earned: 0, in_review: 0.06 })
    const decided = await asAdvisor(samuel).accept(id, { comment: 'Clear and complete.' })
    expect(decided.state).toBe('accepted')
    expect(Date.parse(decided.undo_until!) - app.parts.clock().getTime()).toBe(60_000)
    expect(await ada.credit()).toMatchObject({ earned: 0.06, in_review: 0 })
    const { items } = await ada.feedback()
    expect(items).toMatchObject([
      {
        attempt_id: id,
        turn: null,
        events: [{ kind: 'accepted', name: 'Samuel Okafor', words: 'Clear and complete.' }],
      },
    ])
  })

  test('a return says why', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    await expect(asAdvisor(samuel).giveBack(id, '   ')).rejects.toMatchObject({
      status: 400,
      fields: { comment: expect.any(String) },
    })
  })

  test('withdrawn work is neither shown nor accepted', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    await ada.withdraw(ada.quest.tasks[0]!)
    expect((await asAdvisor(samuel).see(id)).attempt).toMatchObject({
      blocks: [],
      reflection: null,
    })
    await expect(asAdvisor(samuel).accept(id)).rejects.toMatchObject(
      refused(409, 'has withdrawn this work'),
    )
  })

  test('work that was withdrawn is named with what was said about it, and not shown, beside what was handed in next', async () => {
    const ada = await learner()
    const first = await ada.handIn()
    await samuel.call(reviews).ask({ params: { id: first }, body: { words: 'What is this?' } })
    await ada.withdraw(ada.quest.tasks[0]!)
    const { earlier, conversations } = await asAdvisor(samuel).see(await ada.handIn())
    expect(earlier).toMatchObject([{ id: first, state: 'withdrawn', blocks: [] }])
    const said = conversations.find(({ attempt_id }) => attempt_id === first)
    expect(said?.events).toHaveLength(1)
  })

  test('of two decisions one stands; the other hears whose, and keeps its words', async () => {
    const lena = await app.person({ role: 'advisor', firstName: 'Lena', lastName: 'Novak' })
    const ada = await learner()
    const id = await ada.handIn()
    await asAdvisor(samuel).keep(id, 'Nearly there.')
    await assign(ada, lena)
    await asAdvisor(lena).accept(id)
    await assign(ada)
    await expect(asAdvisor(samuel).giveBack(id, 'Nearly there.')).rejects.toMatchObject(
      refused(409, 'Lena Novak has accepted this work already'),
    )
    const seen = await asAdvisor(samuel).see(id)
    expect(seen).toMatchObject({
      attempt: { state: 'accepted' },
      draft: { comment: 'Nearly there.' },
    })
    await expect(asAdvisor(samuel).undo(id)).rejects.toMatchObject(refused(403, 'Lena Novak'))
  })

  test('a retry has one effect', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    const answers = [await call.accept(id, {}, 'a-key'), await call.accept(id, {}, 'a-key')]
    expect(answers[0]).toEqual(answers[1])
    await expect(call.accept(id)).rejects.toMatchObject(refused(409, 'You have accepted'))
  })

  test('a guardian never decides about their own child, nor anyone whose licence has expired', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const today = app.parts.clock().toISOString().slice(0, 10)
    const licence = (licence_expires_on: string | null) =>
      app.db.updateTable('users').set({ licence_expires_on }).where('id', '=', samuel.id).execute()
    await licence('2026-01-31')
    await expect(asAdvisor(samuel).accept(id)).rejects.toMatchObject(refused(403, 'licence'))
    expect(await asAdvisor(samuel).see(id)).toMatchObject({ id })
    await licence(today)
    expect(await asAdvisor(samuel).accept(id)).toMatchObject({ state: 'accepted' })
    await licence(null)
  })

  test('subjects can be corrected on acceptance, with a reason, and count instead of the task’s', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const subjects = { science: 0.5, mathematics: 0.5 }
    const call = asAdvisor(samuel)
    const because = { subjects_because: 'It became an experiment.' }
    for (const wrong of [
      { subjects: { science: 0.6, mathematics: 0.6 }, ...because },
      { subjects },
      { subjects: { science: 1, magic: 0.0 }, ...because },
    ]) {
      await expect(call.accept(id, wrong)).rejects.toMatchObject(refused(400))
    }
    await call.accept(id, { subjects, ...because })
    const { rows } = await ada.call(credits).getCredits()
    const earned = rows.filter((row) => row.earned > 0).map(({ subject }) => subject)
    expect(earned).toEqual(['mathematics', 'science'])
    await call.undo(id)
    const after = await ada.call(credits).getCredits()
    expect(after.rows.filter((row) => row.in_review > 0)).toMatchObject([{ subject: 'arts' }])
  })

  test('several pieces at once: those that were opened, each with its outcome', async () => {
    const ada = await learner({ tasks: 3 })
    const [first, second, third] = [await ada.handIn(0), await ada.handIn(1), await ada.handIn(2)]
    const call = asAdvisor(samuel)
    await call.open(first)
    await call.open(third)
    await ada.withdraw(ada.quest.tasks[2]!)
    const foreign = await (async () => {
      const bob = await learner()
      const id = await bob.handIn()
      await app.db.deleteFrom('caseload').where('learner_id', '=', bob.id).execute()
      return id
    })()
    const { outcomes } = await call.acceptSeveral([first, second, third, foreign])
    expect(outcomes).toEqual([
      { id: first, accepted: true, message: null },
      { id: second, accepted: false, message: 'You haven’t opened this piece yet.' },
      { id: third, accepted: false, message: 'The learner has withdrawn this work.' },
      { id: foreign, accepted: false, message: 'Not found.' },
    ])
  })
})

describe('the criteria of a task', () => {
  const there = { criterion: 'It holds', description: 'I shook it.' }
  const elsewhere = { criterion: 'It is mine', description: '' }
  const everywhere = { criterion: 'I guessed first', description: '', tasks: [] }
  const withRubric = async () => {
    const ada = await learner({ tasks: 2 })
    const [first, second] = ada.quest.tasks as [string, string]
    const write = (rubric: object[]) =>
      app.db
        .updateTable('quests')
        .set({ rubric: JSON.stringify(rubric) })
        .where('id', '=', ada.quest.id)
        .execute()
    await write([{ ...there, tasks: [first] }, { ...elsewhere, tasks: [second] }, everywhere])
    return { ada, write, id: await ada.handIn() }
  }

  test('are ticked with a decision, and the learner reads them as they were then', async () => {
    const { ada, write, id } = await withRubric()
    const call = asAdvisor(samuel)
    const { quest } = await call.see(id)
    expect(quest.rubric.map(({ criterion }) => criterion)).toEqual(['It holds', 'I guessed first'])
    await expect(call.accept(id, { met: ['It is mine'] })).rejects.toMatchObject(
      refused(409, 'have changed'),
    )
    await call.accept(id, { met: ['It holds'] })
    await write([{ ...there, criterion: 'It holds for a year' }])
    const { items } = await ada.feedback()
    expect(items[0]!.events[0]).toMatchObject({
      kind: 'accepted',
      findings: [
        { criterion: 'It holds', met: true },
        { criterion: 'I guessed first', met: false },
      ],
    })
  })

  test('that nobody ticked are not held against the learner', async () => {
    const { ada, id } = await withRubric()
    await asAdvisor(samuel).giveBack(id)
    expect((await ada.feedback()).items[0]!.events[0]!.findings).toEqual([])
  })

  test('that the task no longer has are not ticked in a draft either, so that the work can be decided', async () => {
    const { write, id } = await withRubric()
    const call = asAdvisor(samuel)
    await samuel
      .call(reviews)
      .saveFeedback({ params: { id }, body: { met: ['It holds', 'I guessed first'] } })
    await write([{ ...there, criterion: 'It holds for a year' }, everywhere])
    const { draft } = await call.see(id)
    expect(draft?.met).toEqual(['I guessed first'])
    expect(await call.accept(id, { met: draft!.met })).toMatchObject({ state: 'accepted' })
  })

  test('are ticked again in the draft after an undo, which nobody else sees', async () => {
    const { ada, id } = await withRubric()
    const call = asAdvisor(samuel)
    await call.giveBack(id, 'Shake it again.', { met: ['I guessed first'] })
    await call.undo(id)
    expect((await call.see(id)).draft).toMatchObject({ met: ['I guessed first'] })
    expect((await ada.feedback()).items[0]!.events).toEqual([])
  })
})

describe('undoing', () => {
  test('within the minute puts the piece back with its draft, and nothing has left', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await call.keep(id, 'Please add')
    await call.giveBack(id, 'Please add a source.')
    app.moveClock(59_000)
    expect(await call.undo(id)).toMatchObject({ state: 'submitted' })
    await settle(ada)
    expect(await call.see(id)).toMatchObject({
      attempt: { state: 'submitted', comment: null },
      draft: { comment: 'Please add a source.' },
      undo_until: null,
    })
    expect((await ada.feedback()).items).toMatchObject([{ events: [] }])
    expect(await call.accept(id)).toMatchObject({ state: 'accepted' })
  })

  test('after the minute it is refused, and says what can be done instead', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await call.accept(id)
    app.moveClock(60_000)
    await expect(call.undo(id)).rejects.toMatchObject(refused(409, 'undo the acceptance'))
  })

  test('an acceptance that is in an official record since is undone with a reason, not by a key', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await call.accept(id)
    const body = { learner_id: ada.id, recipient: 'A college', rendering: 'courses' as const }
    await samuel.call(transcript).issueTranscript({ body })
    await expect(call.undo(id)).rejects.toMatchObject(refused(409, 'official record'))
    expect(await call.see(id)).toMatchObject({ attempt: { state: 'accepted' } })
  })

  test('a return cannot be undone once the learner has handed in again', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    await asAdvisor(samuel).giveBack(id)
    await ada.handIn()
    await expect(asAdvisor(samuel).undo(id)).rejects.toMatchObject(refused(409, 'handed in again'))
  })
})

describe('claims', () => {
  test('are seen in the queue, last while somebody writes, and end by themselves', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const claimed = async () =>
      (await asAdvisor(samuel).queue({ query: { learner: ada.id } }))[0]?.claimed_by
    const later = async (minutes: number) => {
      app.moveClock(minutes * 60_000)
      samuel = await app.signIn(samuel.email)
    }
    expect(await claimed()).toBeNull()
    await asAdvisor(samuel).open(id)
    expect(await claimed()).toMatchObject({ name: 'Samuel Okafor', is_own: true })
    await later(14)
    await asAdvisor(samuel).keep(id, 'Still at it.')
    await later(14)
    expect(await claimed()).toMatchObject({ is_own: true })
    await later(30)
    expect(await claimed()).toBeNull()
    await asAdvisor(samuel).open(id)
    await asAdvisor(samuel).release(id)
    expect(await claimed()).toBeNull()
  })

  test('of somebody who does not look after the learner any more hold nothing', async () => {
    const lena = await app.person({ role: 'advisor' })
    const ada = await learner()
    const id = await ada.handIn()
    await asAdvisor(samuel).open(id)
    await assign(ada, lena)
    expect(await asAdvisor(lena).accept(id)).toMatchObject({ state: 'accepted' })
  })
})

describe('what follows from acceptance', () => {
  test('a badge is earned by hand-in, and has a credential once all its work is accepted for good', async () => {
    const badge = await createBadge(app.db, { tasks: 2 }, { name: 'Twice' })
    const ada = await learner({ tasks: 2 })
    const award = async () => (await ada.call(badges).getBadge({ params: { id: badge } })).award
    const [first, second] = [await ada.handIn(0), await ada.handIn(1)]
    const call = asAdvisor(samuel)
    await call.accept(first)
    await settle(ada)
    await call.accept(second)
    expect(await award()).toMatchObject({ code: null, credential_id: null })
    await settle(ada)
    const { code } = (await award())!
    const verify = async () =>
      (await app.anyone.call(credentials).verifyCode({ params: { code: code! } })).verdict
    expect(await verify()).toBe('valid')

    const { stands_on } = await call.takeBack(first)
    expect(stands_on).toEqual([])
    expect(await verify()).toBe('revoked')
    expect(await award()).toMatchObject({ code: null, credential_id: null })
    expect(await ada.credit()).toMatchObject({ earned: 0.06, in_review: 0.06 })
    const { items } = await ada.feedback()
    const events = items.find(({ attempt_id }) => attempt_id === first)?.events ?? []
    expect(events.map(({ kind }) => kind)).toEqual(['accepted', 'reopened'])

    await call.accept(first)
    await settle(ada)
    expect((await award())?.code).toMatch(/^[0-9A-Z]{16}$/)
    expect((await award())?.code).not.toBe(code)
    await app.db.updateTable('badges').set({ status: 'draft' }).where('id', '=', badge).execute()
  })

  test('only an acceptance that stands can be taken back', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await expect(call.takeBack(id)).rejects.toMatchObject(refused(409))
    await call.accept(id)
    await expect(call.takeBack(id, ' ')).rejects.toMatchObject(refused(400))
    await call.takeBack(id)
    await expect(call.takeBack(id)).rejects.toMatchObject(refused(409))
  })
})

describe('the conversation', () => {
  test('goes back and forth, and whose turn it is follows', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await expect(ada.answer(id, 'Hello?')).rejects.toMatchObject(refused(409))
    expect((await call.say(id, 'Which ruler did you use?')).turn).toBe('learner')
    expect((await call.queue({ query: { learner: ada.id } }))[0]?.turn).toBe('learner')
    app.moveClock(1000)
    expect((await ada.answer(id, 'The wooden one.')).turn).toBe('advisor')
    app.moveClock(1000)
    await call.giveBack(id, 'Measure again with the steel one.')
    app.moveClock(1000)
    expect((await ada.answer(id, 'Why?')).turn).toBe('advisor')
    const answers = await call.queue({ query: { show: 'answers', learner: ada.id } })
    expect(answers).toMatchObject([{ id, turn: 'advisor' }])
    await call.open(id)
    expect(await call.queue({ query: { show: 'answers', learner: ada.id } })).toEqual([])
    const said = (await ada.feedback()).items[0]!.events
    expect(said.map(({ by, words }) => [by, words])).toEqual([
      ['advisor', 'Which ruler did you use?'],
      ['learner', 'The wooden one.'],
      ['advisor', 'Measure again with the steel one.'],
      ['learner', 'Why?'],
    ])
  })

  test('a learner answers under their own work alone, not too long and not all day', async () => {
    const [ada, bob] = [await learner(), await learner()]
    const id = await ada.handIn()
    await asAdvisor(samuel).giveBack(id)
    await expect(bob.answer(id, 'Mine?')).rejects.toMatchObject(refused(404))
    await expect(ada.answer(id, 'x'.repeat(1001))).rejects.toMatchObject(refused(400))
    for (let i = 0; i < 30; i += 1) await ada.answer(id, `Answer ${i}`)
    await expect(ada.answer(id, 'One more')).rejects.toMatchObject(refused(429))
  })

  test('comments pinned to a place arrive with the decision', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const pinned = {
      block: 0,
      selector: {
        type: 'TextQuoteSelector' as const,
        exact: 'What I did',
        prefix: '',
        suffix: '.',
      },
      comment: 'Say when.',
    }
    const place = { type: 'FragmentSelector' as const, value: 'xywh=pixel:1,2,3,4' }
    await expect(
      asAdvisor(samuel).giveBack(id, 'Look', { annotations: [{ ...pinned, selector: place }] }),
    ).rejects.toMatchObject(refused(400))
    await asAdvisor(samuel).giveBack(id, 'Look', { annotations: [pinned] })
    expect((await ada.feedback()).items[0]!.events[0]!.annotations).toEqual([pinned])
  })

  test('has at most two hundred comments by advisors, after which the learner still replies', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await sql`
      insert into attempt_comments (attempt_id, learner_id, author, words, created_at)
      select ${id}::uuid, ${ada.id}::uuid, 'advisor', 'And then?', now()
      from generate_series(1, 199)`.execute(app.db)
    await call.say(id, 'And then?')
    await expect(call.say(id, 'And then?')).rejects.toMatchObject(refused(409, 'in a message'))
    await ada.answer(id, 'It flew away.')
  })

  test('has at most twenty acceptances that were undone, and the next one holds', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = asAdvisor(samuel)
    await sql`
      insert into decisions (attempt_id, learner_id, decision, decided_at, settled_at, reopened_at, reopened_because)
      select ${id}::uuid, ${ada.id}::uuid, 'accepted', now(), now(), now(), 'It was the wrong file.'
      from generate_series(1, 19)`.execute(app.db)
    await call.accept(id)
    await call.takeBack(id)
    await call.accept(id)
    await expect(call.takeBack(id)).rejects.toMatchObject(refused(409, 'in a message'))
  })

  test('families hear how long it usually takes, where something waits', async () => {
    const own = await app.person({ role: 'advisor' })
    const ada = await learner({ tasks: 2 })
    await app.db.deleteFrom('caseload').where('learner_id', '=', ada.id).execute()
    await assign(ada, own)
    expect((await ada.feedback()).usual_wait).toBeNull()
    const id = await ada.handIn(0)
    expect((await ada.feedback()).usual_wait).toBeNull()
    app.moveClock(30 * 3_600_000)
    await asAdvisor(await app.signIn(own.email)).accept(id)
    const later = await app.signIn(ada.email)
    const feedback = () => later.call(reviews).getFeedback({ params: { id: ada.quest.id } })
    expect((await feedback()).usual_wait).toBeNull()
    await asLearner(later).submit(ada.quest.tasks[1]!)
    expect((await feedback()).usual_wait).toBe('Work is usually read within two days.')
  })
})

describe('the comment bank', () => {
  test('is one’s own, and what was written before is found by its words', async () => {
    const ada = await learner()
    const id = await ada.handIn()
    const call = samuel.call(reviews)
    const saved = await call.saveComment({ body: { words: 'Lovely, {first_name}.' } })
    expect((await call.listSavedComments()).items).toEqual([saved])
    const other = (await app.person({ role: 'advisor' })).call(reviews)
    expect((await other.listSavedComments()).items).toEqual([])
    const it = { params: { id: saved.id } }
    await expect(other.deleteSavedComment(it)).rejects.toMatchObject(refused(404))
    await call.deleteSavedComment(it)
    expect((await call.listSavedComments()).items).toEqual([])
    await asAdvisor(samuel).giveBack(id, 'Show 100% of your working.')
    const { items } = await call.searchPastComments({ query: { search: '100%' } })
    expect(items.map(({ words }) => words)).toEqual(['Show 100% of your working.'])
    expect((await other.searchPastComments({ query: { search: '' } })).items).toEqual([])
  })
})
