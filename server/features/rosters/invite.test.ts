import { afterAll, beforeAll, expect, test } from 'vitest'

import { operations } from '#contract/operations'
import { mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { rosterOf } from '#testing/roster-builder'
import { rosterSite } from '#testing/roster-site'
import { startApp } from '#testing/start-app'

import { sendEmails } from './send-emails.ts'

const REFUSED = 's1@school.example'

let sink: MailSink
beforeAll(async () => {
  sink = await startMailSink(undefined, REFUSED)
})
afterAll(() => sink.stop())

test('two servers that send the same invitations at once send each person one, and an address that is refused is shown', async () => {
  const { env } = mailingTo(sink)
  const app = await startApp({ work: true, poolSize: 3, env: { ...env, MAIL_PER_MINUTE: '500' } })
  const other = await startApp({
    work: true,
    poolSize: 3,
    beside: app,
    files: app.parts.files,
    env: { ...env, MAIL_PER_MINUTE: '500' },
  })
  try {
    const admin = await app.person({ role: 'admin' })
    const site = rosterSite(app, admin)
    const { id } = await site.apply(await site.bringRoster(rosterOf(20)))
    const params = { id }
    await site.call.inviteImported({ params })
    for (;;) {
      await Promise.all([app, other, app, other].map(({ parts }) => sendEmails(parts)))
      if ((await site.call.getImport({ params })).sending === 0) break
    }
    // 31 people, of whom 7 are under 13: their guardians are asked as well. One address is refused.
    await expect.poll(() => sink.letters.length, { timeout: 50_000 }).toBe(37)
    const sent = sink.letters.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`)
    expect(new Set(sent.filter((each) => !each.includes('would like to use'))).size).toBe(30)

    const undelivered = async () => (await site.call.listUndelivered({ params })).items
    await expect.poll(undelivered, { timeout: 50_000 }).toHaveLength(1)
    const [email] = await undelivered()
    expect(email).toMatchObject({ to: REFUSED, reason: expect.stringContaining('550') })
    const { items } = await admin.call(operations).listJobs({ query: { queue: 'mail' } })
    expect(items).toMatchObject([{ id: email!.id, state: 'failed', about: REFUSED, tries: 0 }])
  } finally {
    await other.stop()
    await app.stop()
  }
})

test('invitations go out at the pace that is set', async () => {
  const app = await startApp({ work: true, poolSize: 3, env: { MAIL_PER_MINUTE: '10' } })
  try {
    const site = rosterSite(app, await app.person({ role: 'admin' }))
    const { id } = await site.apply(await site.bringRoster(rosterOf(20)))
    await site.call.inviteImported({ params: { id } })
    const left = async () => {
      for (let runs = 0; runs < 3; runs += 1) await sendEmails(app.parts)
      return (await site.call.getImport({ params: { id } })).sending
    }
    // 31 people, and the guardians of seven children.
    expect(await left()).toBe(28)
    expect(await left()).toBe(28)
    app.moveClock(61_000)
    expect(await left()).toBe(18)
  } finally {
    await app.stop()
  }
})
