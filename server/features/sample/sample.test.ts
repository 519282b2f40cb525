import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { badges } from '#contract/badges'
import { caseload } from '#contract/caseload'
import { credits } from '#contract/credits'
import { diploma } from '#contract/diploma'
import { portfolio } from '#contract/portfolio'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { transcript } from '#contract/transcript'
import { readBadgeLibrary, storeBadges } from '#features/badges'
import { revokeCredentials } from '#features/credentials'
import { type LibraryQuest, readQuestLibrary, storeLibrary } from '#features/quests'
import type { Files } from '#platform/files'
import { completionBonus, totalXp } from '#rules/xp'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { verifyElsewhere } from '#testing/third-party-verifier'

import { CLASSMATES } from './classmates.ts'
import { createSampleData, SAMPLE_PASSWORD, SAMPLE_PEOPLE } from './index.ts'

let app: TestApp
let library: LibraryQuest[]
let maya: Person

const make = (files: Files = app.parts.files) =>
  createSampleData(
    { ...app.parts, files, scratch: path.join(app.folder, 'uploads') },
    library,
    app.parts.clock(),
  )

beforeAll(async () => {
  app = await startApp()
  library = await readQuestLibrary()
  await storeLibrary(app.db, library)
  await storeBadges(app.db, await readBadgeLibrary(library))
})
afterAll(() => app.stop())

const count = async (table: 'users' | 'files' | 'attempts') => {
  const { total } = await app.db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

test('a start that is cut short leaves an empty database, and the next one fills it, once', async () => {
  let kept = 0
  const failing: Files = {
    ...app.parts.files,
    put: (...file) => {
      kept += 1
      if (kept > 4) throw new Error('the disk is full')
      return app.parts.files.put(...file)
    },
  }
  await expect(make(failing)).rejects.toThrow('the disk is full')
  await sql`create function stop_half_way() returns trigger language plpgsql as
    $$ begin raise exception 'half-way'; end $$`.execute(app.db)
  await sql`create trigger stop_half_way before insert on portfolio_items
    execute function stop_half_way()`.execute(app.db)
  await expect(make()).rejects.toThrow('half-way')
  expect(await Promise.all([count('users'), count('files'), count('attempts')])).toEqual([0, 0, 0])
  await sql`drop trigger stop_half_way on portfolio_items`.execute(app.db)

  expect(await make()).toBe(true)
  expect(await make()).toBe(false)
  expect(await count('users')).toBe(SAMPLE_PEOPLE.length + CLASSMATES.length)
})

test('everybody in it can sign in', async () => {
  for (const { key } of [...SAMPLE_PEOPLE, ...CLASSMATES]) {
    const person = await app.signIn(`${key}@example.org`, SAMPLE_PASSWORD)
    expect(person.id).toBeTruthy()
    if (key === 'student') maya = person
  }
})

const byEmail = (a: { email: string }, b: { email: string }) => a.email.localeCompare(b.email)

test('everyone is as old as the promise says', async () => {
  const { rows } = await sql<{ email: string; age: number }>`
    select email, date_part('year', age(${app.parts.clock().toISOString()}::date, date_of_birth))::int as age
    from users where role = 'student'`.execute(app.db)
  const promised = [
    { email: 'child@example.org', age: 11 },
    { email: 'student@example.org', age: 15 },
    ...CLASSMATES.map(({ key, age }) => ({ email: `${key}@example.org`, age })),
  ]
  expect(rows.toSorted(byEmail)).toEqual(promised.toSorted(byEmail))
})

test('totals and enrollments equal the ledger, and nothing lies in the future', async () => {
  const { rows: totals } = await sql`
    select learner_id, pillar, xp from xp_totals
    except select learner_id, pillar, sum(amount)::int from xp_entries group by 1, 2`.execute(
    app.db,
  )
  expect(totals).toEqual([])
  const { rows: enrollments } = await sql`
    select learner_id, quest_id, xp_earned, tasks_done from enrollments
    except
    select e.learner_id, e.quest_id,
           (select coalesce(sum(amount), 0)::int from xp_entries x
            where x.learner_id = e.learner_id and x.quest_id = e.quest_id),
           (select count(distinct task_id)::int from attempts a
            where a.learner_id = e.learner_id and a.quest_id = e.quest_id and a.state <> 'withdrawn')
    from enrollments e`.execute(app.db)
  expect(enrollments).toEqual([])
  const { rows } = await sql<{ latest: string; earliest: string }>`
    select max(greatest(submitted_at, decided_at)) as latest, min(submitted_at) as earliest from attempts`.execute(
    app.db,
  )
  const now = app.parts.clock().toISOString()
  expect(rows[0]!.latest < now).toBe(true)
  expect(Date.parse(now) - Date.parse(rows[0]!.earliest)).toBeGreaterThan(13 * 7 * 24 * 3_600_000)
})

test("the student's dashboard is full: five pillars, something to go on with, words of the advisor", async () => {
  const shown = await maya.call(progress).dashboard()
  expect(shown.quests_completed).toBe(6)
  expect(shown.xp.pillars.every(({ xp }) => xp > 100)).toBe(true)
  expect(shown.next).not.toBeNull()
  expect(shown.active_quests).toHaveLength(2)
  expect(shown.feedback.map(({ state }) => state)).toContain('returned')
  expect(shown.checklist).toEqual({
    started_quest: true,
    submitted_task: true,
    published_portfolio: true,
  })
  const counts = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from attempts where learner_id = ${maya.id} group by 1`.execute(
    app.db,
  )
  const by = Object.fromEntries(counts.rows.map(({ state, count }) => [state, count]))
  expect(by).toMatchObject({ accepted: expect.any(Number), returned: 2, submitted: 3 })
  expect(await app.db.selectFrom('drafts').select('learner_id').execute()).toHaveLength(2)
})

test('the record holds something of everything: credit in all states, a transfer, grades, an official transcript', async () => {
  const { rows, total } = await maya.call(credits).getCredits()
  expect(rows.filter(({ earned }) => earned > 0).length).toBeGreaterThanOrEqual(5)
  expect(total.in_review).toBeGreaterThan(0)
  expect(total.in_progress).toBeGreaterThan(0)
  const record = await maya.call(transcript).getTranscript()
  expect(record.added).toMatchObject([{ kind: 'transfer', credits: 1 }])
  expect(record.gpa).toBeGreaterThan(3)
  const { items } = await maya.call(transcript).listIssued()
  expect(items).toMatchObject([{ state: 'valid', signer: { name: 'Samuel Okafor' } }])
  const samuel = await app.signIn('advisor@example.org', SAMPLE_PASSWORD)
  const learners = (await samuel.call(caseload).listCaseload()).items
  expect(learners).toHaveLength(12)
  const who = (isSo: (learner: (typeof learners)[number]) => boolean) =>
    learners.filter(isSo).map(({ first_name }) => first_name)
  expect(who(({ on_break }) => on_break !== null)).toEqual(['Ravi'])
  expect(who(({ last_active_at }) => last_active_at === null)).toEqual(['Oskar'])
  expect(who(({ concerns }) => concerns.some(({ kind }) => kind === 'quiet')).toSorted()).toEqual(
    expect.arrayContaining(['Emil', 'Kwame']),
  )
  const withCredit = learners.filter(({ credits }) => credits > 0)
  expect(withCredit.map(({ first_name }) => first_name)).toEqual(
    expect.arrayContaining(['Maya', 'Noah']),
  )
})

test('the student has a certificate of every quest whose work was accepted', async () => {
  const { diplomas, quests_accepted, can_take_out } = await maya.call(diploma).getDiploma()
  expect(diplomas).toMatchObject([
    { state: 'valid', diploma: { kind: 'certificate', holder_name: 'Maya Lindqvist' } },
  ])
  expect(diplomas[0]?.diploma.quests).toHaveLength(quests_accepted)
  expect([quests_accepted > 0, can_take_out]).toEqual([true, false])
})

test('the advisor finds a queue of eight pieces from five learners, one of them returned before', async () => {
  const samuel = await app.signIn('advisor@example.org', SAMPLE_PASSWORD)
  const { items } = await samuel.call(reviews).listReviews()
  expect(items).toHaveLength(8)
  expect(new Set(items.map(({ learner }) => learner.id)).size).toBe(5)
  expect(items.filter(({ returned_before }) => returned_before)).toMatchObject([
    { learner: { first_name: 'Aiko' }, number: 2 },
  ])
  const pieces = await Promise.all(
    items.map(({ id }) => samuel.call(reviews).getReview({ params: { id } })),
  )
  const types = pieces.flatMap(({ attempt }) => attempt.blocks.map((block) => block.content_type))
  expect(types).toEqual(expect.arrayContaining(['application/pdf', 'video/mp4', 'image/webp']))
})

test('enough is left to begin with', async () => {
  const { items } = await maya.call(quests).listQuests({ query: { limit: 100, status: 'new' } })
  const open = library.filter(
    (quest) =>
      items.some(({ id }) => id === quest.id) &&
      quest.prerequisites.length === 0 &&
      quest.tasks.every(({ required }) => required) &&
      quest.tasks.reduce((sum, { xp }) => sum + xp, 0) % 2 === 0,
  )
  expect(open.length).toBeGreaterThanOrEqual(5)
  const unevenly = open.filter(({ tasks }) => {
    const bonus = completionBonus(tasks)
    return totalXp(bonus) % Object.keys(bonus).length !== 0
  })
  expect(unevenly.length).toBeGreaterThan(0)
})

describe('the published portfolio', () => {
  test('shows eight pieces with captions to anyone, and its files are served', async () => {
    const shown = await app.anyone.call(portfolio).publicPortfolio({ params: { slug: 'maya-l' } })
    const pieces = shown.quests.flatMap((quest) => quest.pieces)
    expect(shown.display_name).toBe('Maya L.')
    expect(pieces).toHaveLength(8)
    expect(pieces.every(({ caption }) => caption !== '')).toBe(true)
    const images = pieces.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'image'))
    expect(images.length).toBeGreaterThanOrEqual(5)
    for (const { file_id } of images) {
      const answer = await app.http.inject({ url: `/api/files/${file_id}` })
      expect(answer.headers['content-type']).toBe('image/webp')
      expect(answer.rawPayload.length).toBeGreaterThan(5000)
    }
  })

  test('keeps to itself what was not chosen', async () => {
    const files = await app.db
      .selectFrom('files')
      .select(['id', 'name', 'owner_id', 'attached_at'])
      .execute()
    expect(files.every(({ attached_at }) => attached_at !== null)).toBe(true)
    const report = files.find(({ name }) => name === 'stream-report.pdf')!
    const url = `/api/files/${report.id}`
    expect((await app.http.inject({ url })).statusCode).toBe(404)
    const own = await app.http.inject({ url, headers: maya.headers })
    expect(own.headers['content-type']).toBe('application/pdf')
  })

  test('is not there for the child, whose guardian has not allowed it', async () => {
    const noah = await app.signIn('child@example.org', SAMPLE_PASSWORD)
    expect(await noah.call(portfolio).getPortfolio()).toMatchObject({
      published: false,
      blocked_by: 'guardian',
    })
    expect((await noah.call(progress).dashboard()).active_quests).toHaveLength(2)
  })
})

test('the student has earned badges on the way, is near some more, and has a goal', async () => {
  const { items } = await maya.call(badges).listBadges({ query: { limit: 100 } })
  const earned = items.filter(({ state }) => state === 'earned')
  expect(earned.length).toBeGreaterThanOrEqual(5)
  expect(earned.every(({ award }) => award!.earned_at < app.parts.clock().toISOString())).toBe(true)
  const near = (await maya.call(badges).badgeProgress()).items
  expect(near[0]).toMatchObject({ name: 'Good Listener', pursued: true })
  expect(near.filter(({ progress }) => progress.fraction >= 0.75).length).toBeGreaterThanOrEqual(2)
})

describe('what the student takes along, checked by an implementation that is not ours', () => {
  const SITE = 'http://lodestar.test'
  const fetched = async (address: string, accept = '*/*') => {
    const url = address.slice(SITE.length)
    const { statusCode, body } = await app.http.inject({ url, headers: { accept } })
    if (statusCode !== 200) throw new Error(`${address} answers ${statusCode}`)
    return body
  }
  const verify = (text: string) => verifyElsewhere(text, fetched, app.parts.clock())
  const held = (kind: string) =>
    app.db
      .selectFrom('credentials')
      .select(['id', 'code'])
      .where('learner_id', '=', maya.id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()

  test.each(['badge', 'transcript'])('a %s', async (kind) => {
    const { id, code } = await held(kind)
    const text = await fetched(`${SITE}/api/credentials/${code}`)
    const { id: address, issuer } = await verify(text)
    expect([address, issuer.id]).toEqual([
      `${SITE}/api/credentials/${code}`,
      'did:web:lodestar.test',
    ])
    await expect(verify(text.replace('Maya', 'Mara'))).rejects.toThrow('signature')
    await revokeCredentials(app.db, [id], 'Taken back on purpose.', app.parts.clock())
    await expect(verify(text)).rejects.toThrow('revoked')
  })
})
