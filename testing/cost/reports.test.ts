import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { messages } from '#contract/messages'
import { safety } from '#contract/safety'
import { MAX_MESSAGE_LENGTH } from '#rules/message-limits'
import { BUSY_FACTOR } from '#testing/busy-machine'
import { befriend, startConversation, write } from '#testing/message-builder'
import { startApp, type TestApp } from '#testing/start-app'

// Cost of a safety report that quotes the longest messages. The database searches what it quotes for names of each possible reader.

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const of = (id: string) => ({ params: { id } })
/** As many as a report quotes. */
const WRITTEN = 16
const MAX_MS = 2000

test.each(['ﷺ', '힣', 'a ', `x${'\u0345'.repeat(15)}${'\u0334'.repeat(15)}`])(
  'a report of messages of %s alone is stored, listed and escalated quickly',
  async (part) => {
    const admin = await app.person({ role: 'admin' })
    const lead = await app.person({ role: 'educator' })
    await admin.call(safety).nameSafeguard({ ...of(lead.id), body: { safeguarding: true } })
    const teen = () => app.person({ dateOfBirth: app.birthdayAt(15) })
    const [maya, ben] = [await teen(), await teen()]
    await befriend(app, maya, ben)
    const thread = await startConversation(maya, ben)
    const text = part.repeat(Math.floor(MAX_MESSAGE_LENGTH / part.length))
    let last = ''
    for (let i = 0; i < WRITTEN; i += 1) last = (await write(maya, thread, text)).id

    const started = performance.now()
    await ben.call(messages).reportMessage({ ...of(last), body: { reason: 'other' } })
    const { items } = await lead.call(safety).listSafetyCases({ query: {} })
    expect(items.some(({ learner }) => learner.id === ben.id)).toBe(true)
    app.moveClock(8 * 24 * 3_600_000)
    await app.runJob('escalate-safety-reports')
    expect(performance.now() - started).toBeLessThan(MAX_MS * BUSY_FACTOR)
  },
)

test('a page of reports around many different words is listed quickly', async () => {
  const lead = await app.person({ role: 'educator' })
  await app.db.updateTable('users').set({ safeguarding: true }).where('id', '=', lead.id).execute()
  const child = await app.person({ dateOfBirth: app.birthdayAt(15) })
  await sql`insert into safety_reports (learner_id, severity, category, excerpt, created_at, held_back, reached, reached_at, quoted_words, context_words)
    select ${child.id}, 'low', 'self_harm', 'x', now(), true, 'safeguarding', now(), words, words
    from generate_series(1, 25), (select array(select md5(n::text) from generate_series(1, 20000) n) as words) as said`.execute(
    app.db,
  )
  const started = performance.now()
  const { items } = await lead.call(safety).listSafetyCases({ query: {} })
  expect(items.length).toBeGreaterThan(20)
  expect(performance.now() - started).toBeLessThan(MAX_MS * BUSY_FACTOR)
})
