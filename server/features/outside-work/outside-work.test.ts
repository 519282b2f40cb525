import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { advising } from '#contract/advising'
import { credits } from '#contract/credits'
import { notifications } from '#contract/notifications'
import { outsideWork } from '#contract/outside-work'
import { people } from '#contract/people'
import { transcript } from '#contract/transcript'
import { assignLearner } from '#features/advising'
import { WITNESS_DAYS } from '#rules/outside-work'
import { endGuardianship, recordConsent } from '#testing/family-builder'
import { linkIn, mailingTo, type MailSink, startMailSink, tokenIn } from '#testing/mail-sink'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { endSilentQuestions } from './silent.ts'

const DAY_MS = 24 * 3_600_000

let sink: MailSink
let app: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  app = await startApp(mailingTo(sink))
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

let witnesses = 0
const WORK = {
  kind: 'apprenticeship',
  title: 'Apprentice baker',
  organisation: 'The Corner Bakery',
  subject: 'technology',
  from_day: '2026-06-01',
  until_day: '2026-07-31',
  hours: 60,
  about: 'Sourdough from flour to loaf, and what it costs.',
  witness_name: 'Jo Baker',
  witness_role: 'Owner',
} as const

const withAdvisor = async (age = 15) => {
  const ada = await app.person({
    firstName: 'Ada',
    lastName: 'Lovelace',
    dateOfBirth: app.birthdayAt(age),
  })
  const advisor = await app.person({ role: 'advisor', firstName: 'Grace', lastName: 'Hopper' })
  await assignLearner(app.db, {
    learnerId: ada.id,
    advisorId: advisor.id,
    since: app.parts.clock(),
  })
  return { ada, advisor }
}

const propose = (person: Person, more: object = {}) =>
  person.call(outsideWork).proposeOutsideWork({
    body: { ...WORK, witness_email: `witness-${(witnesses += 1)}@example.org`, ...more },
  })

const ask = async (
  advisor: Person,
  { id, witness_email }: { id: string; witness_email: string | null },
) => {
  await advisor.call(outsideWork).askWitness({ params: { id } })
  const letter = await sink.take(witness_email!)
  return { letter, token: tokenIn(linkIn(letter, /witness/)) }
}

const answer = (token: string, hours: number) =>
  app.anyone.call(outsideWork).answerAsWitness({ params: { token }, body: { hours } })

const listOf = async (person: Person) => (await person.call(outsideWork).listOutsideWork()).items

describe('work outside', () => {
  test('is confirmed by a witness who needs no account, credited by hours, and marked on the transcript', async () => {
    const { ada, advisor } = await withAdvisor()
    const work = await propose(ada)
    expect(work.state).toBe('proposed')
    const { letter, token } = await ask(advisor, work)
    expect(letter.text).toContain('Ada L. learns at')
    expect(letter.text).not.toContain('Lovelace')
    expect(letter.text).not.toContain('Sourdough')
    const shown = await app.anyone.call(outsideWork).showWitnessQuestion({ params: { token } })
    expect(shown).toMatchObject({ learner: 'Ada L.', hours: 60, answered_hours: null, open: true })
    expect(await answer(token, 48)).toMatchObject({ answered_hours: 48, open: true })

    const credited = await advisor.call(outsideWork).creditOutsideWork({ params: { id: work.id } })
    const { plan, rows } = await ada.call(credits).getCredits()
    const expected = Math.floor((48 * 50 * 100) / plan.xp_per_credit) / 100
    expect(credited).toMatchObject({ state: 'credited', witness_email: null })
    expect(rows.find(({ subject }) => subject === 'technology')?.earned).toBe(expected)
    const { added } = await ada.call(transcript).getTranscript()
    expect(added).toMatchObject([
      {
        kind: 'outside',
        institution: 'The Corner Bakery',
        credits: expected,
        reason: 'Apprenticeship, Apprentice baker: 48 hours, confirmed by a witness.',
      },
    ])
    const { transcript: signed } = await advisor.call(transcript).issueTranscript({
      body: { learner_id: ada.id, recipient: 'Northside College', rendering: 'courses' },
    })
    const checked = await app.http.inject({ url: `/api/verify/${signed.verify_code}` })
    expect(checked.json().details.achievements).toMatchObject([
      {
        name: expect.stringContaining(
          'work outside school at The Corner Bakery, confirmed by a witness',
        ),
      },
    ])
    await expect(answer(token, 60)).rejects.toMatchObject({ status: 409 })
    await expect(
      advisor.call(outsideWork).creditOutsideWork({ params: { id: work.id } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(
      ada.call(outsideWork).withdrawOutsideWork({ params: { id: work.id } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('is not credited before a witness has confirmed it, nor when they cannot', async () => {
    const { ada, advisor } = await withAdvisor()
    const work = await propose(ada)
    const credit = () => advisor.call(outsideWork).creditOutsideWork({ params: { id: work.id } })
    await expect(credit()).rejects.toMatchObject({ status: 409 })
    const { token } = await ask(advisor, work)
    await expect(credit()).rejects.toMatchObject({ status: 409 })
    await answer(token, 0)
    await expect(credit()).rejects.toMatchObject({ status: 409 })
    await answer(token, 60)
    expect(await credit()).toMatchObject({ state: 'credited' })
  })

  test('can be credited again, or declined, once its entry is reversed', async () => {
    const { ada, advisor } = await withAdvisor()
    const work = await propose(ada)
    const { token } = await ask(advisor, work)
    await answer(token, 60)
    const credit = () => advisor.call(outsideWork).creditOutsideWork({ params: { id: work.id } })
    const reverse = async () => {
      const { entries } = await advisor.call(advising).getLearner({ params: { id: ada.id } })
      const reversed = new Set(entries.map(({ reverses }) => reverses))
      const entry = entries.find(({ id, kind }) => kind === 'outside' && !reversed.has(id))
      await advisor.call(advising).reverseCredit({
        params: { id: entry!.id },
        body: { reason: 'Recorded in the wrong subject.' },
      })
    }
    await credit()
    await reverse()
    expect(await listOf(ada)).toMatchObject([{ state: 'confirmed', confirmed_hours: 60 }])
    expect(await credit()).toMatchObject({ state: 'credited' })
    await reverse()
    const declined = await advisor.call(outsideWork).declineOutsideWork({
      params: { id: work.id },
      body: { reason: 'It is counted as transfer credit already.' },
    })
    expect(declined).toMatchObject({ state: 'declined' })
  })

  test('counts once, however often two advisors press at the same time', async () => {
    const { ada, advisor } = await withAdvisor()
    const admin = await app.person({ role: 'admin' })
    const work = await propose(ada)
    const { token } = await ask(advisor, work)
    await answer(token, 60)
    const both = await Promise.allSettled(
      [advisor, admin, advisor, admin].map((person) =>
        person.call(outsideWork).creditOutsideWork({ params: { id: work.id } }),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { entries } = await advisor.call(advising).getLearner({ params: { id: ada.id } })
    expect(entries).toHaveLength(1)
  })

  test('has as witness neither the learner, nor the family, nor who asks, nor a minor', async () => {
    const { ada, advisor } = await withAdvisor()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, ada, mother)
    const friend = await app.person({ dateOfBirth: app.birthdayAt(14) })
    for (const { email } of [ada, mother, advisor, friend]) {
      const [local, domain] = email.split('@')
      const { id } = await propose(ada, { witness_email: `${local}+work@${domain}` })
      await expect(advisor.call(outsideWork).askWitness({ params: { id } })).rejects.toMatchObject({
        status: 400,
      })
    }
  })

  test('has as witness no former guardian: neither one whom staff have removed, nor the parents of who is of age', async () => {
    const { ada, advisor } = await withAdvisor(18)
    const [mother, father] = [
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
    ]
    for (const parent of [mother, father]) await recordConsent(app, ada, parent)
    await app.db
      .updateTable('guardian_links')
      .set({ since: new Date(app.parts.clock().getTime() - 365 * DAY_MS).toISOString() })
      .where('learner_id', '=', ada.id)
      .execute()
    await endGuardianship(app, father)
    for (const { email } of [mother, father]) {
      const [local, domain] = email.split('@')
      const { id } = await propose(ada, { witness_email: `${local}+work@${domain}` })
      await expect(advisor.call(outsideWork).askWitness({ params: { id } })).rejects.toMatchObject({
        status: 400,
      })
    }
  })

  test('is told of to the family when a witness is asked, and readable for them until their link ends', async () => {
    const { ada, advisor } = await withAdvisor()
    const mother = await app.person({ role: 'parent' })
    await recordConsent(app, ada, mother)
    const work = await propose(ada)
    await ask(advisor, work)
    const read = () => mother.call(outsideWork).listOutsideWork({ query: { learner_id: ada.id } })
    expect((await read()).items).toMatchObject([{ id: work.id, state: 'asked' }])
    const told = await mother.call(notifications).listNotifications()
    expect(told.items.map(({ title }) => title)).toContain(
      'Jo Baker has been asked to confirm Ada’s work outside the site',
    )
    await endGuardianship(app, mother)
    await expect(read()).rejects.toMatchObject({ status: 404 })
  })

  test('ends after silence, and the address is erased', async () => {
    const { ada, advisor } = await withAdvisor()
    const work = await propose(ada)
    const { token } = await ask(advisor, work)
    app.moveClock((WITNESS_DAYS + 1) * DAY_MS)
    await expect(answer(token, 60)).rejects.toMatchObject({ status: 409 })
    await endSilentQuestions(app.parts)
    const again = await app.signIn(ada.email)
    expect(await listOf(again)).toMatchObject([{ state: 'silent', witness_email: null }])
  })

  test('about which nobody was asked ends after as many days, and the learner adds it again', async () => {
    const { ada } = await withAdvisor()
    await propose(ada)
    app.moveClock((WITNESS_DAYS + 1) * DAY_MS)
    await endSilentQuestions(app.parts)
    const again = await app.signIn(ada.email)
    expect(await listOf(again)).toMatchObject([{ state: 'silent', witness_email: null }])
    expect((await again.call(notifications).listNotifications()).items).toMatchObject([
      { title: 'Jo Baker was not asked about your work outside in time: please add it again' },
    ])
  })

  test('is declined with words, or withdrawn, and the link says so', async () => {
    const { ada, advisor } = await withAdvisor()
    const [declined, withdrawn] = [await propose(ada), await propose(ada)]
    const { token } = await ask(advisor, declined)
    const link = await ask(advisor, withdrawn)
    await advisor.call(outsideWork).declineOutsideWork({
      params: { id: declined.id },
      body: { reason: 'This was part of a course that already counts.' },
    })
    await ada.call(outsideWork).withdrawOutsideWork({ params: { id: withdrawn.id } })
    expect(await listOf(ada)).toMatchObject([
      {
        state: 'declined',
        declined_because: 'This was part of a course that already counts.',
        witness_email: null,
      },
    ])
    await expect(answer(token, 60)).rejects.toMatchObject({ status: 409 })
    await expect(answer(link.token, 60)).rejects.toMatchObject({ status: 404 })
  })

  test('is not there for a witness while the learner’s account is suspended or closing', async () => {
    const { ada, advisor } = await withAdvisor()
    const { token } = await ask(advisor, await propose(ada))
    const show = () => app.anyone.call(outsideWork).showWitnessQuestion({ params: { token } })
    const setStatus = (status: string) =>
      app.db.updateTable('users').set({ status }).where('id', '=', ada.id).execute()
    for (const status of ['suspended', 'closing']) {
      await setStatus(status)
      await expect(show()).rejects.toMatchObject({ status: 404 })
      await expect(answer(token, 60)).rejects.toMatchObject({ status: 404 })
    }
    await setStatus('active')
    expect(await show()).toMatchObject({ open: true, answered_hours: null })
  })

  test('is for learners from 13 on', async () => {
    const { ada } = await withAdvisor(12)
    await expect(propose(ada)).rejects.toMatchObject({ status: 409 })
  })

  test('of a learner who turns out to be younger is not there for its witness, and no longer asked about or credited', async () => {
    const { ada, advisor } = await withAdvisor()
    await recordConsent(app, ada, await app.person({ role: 'parent' }))
    const [asked, confirmed, proposed] = [
      await propose(ada),
      await propose(ada),
      await propose(ada),
    ]
    const { token } = await ask(advisor, asked)
    await answer((await ask(advisor, confirmed)).token, 48)
    const admin = await app.person({ role: 'admin' })
    const body = { date_of_birth: app.birthdayAt(11), reason: 'The school has told us' }
    await admin.call(people).changePerson({ params: { id: ada.id }, body })
    const calls = advisor.call(outsideWork)
    const [missing, refused] = [{ status: 404 }, { status: 409 }]
    await expect(
      app.anyone.call(outsideWork).showWitnessQuestion({ params: { token } }),
    ).rejects.toMatchObject(missing)
    await expect(answer(token, 48)).rejects.toMatchObject(missing)
    await expect(calls.askWitness({ params: { id: proposed.id } })).rejects.toMatchObject(refused)
    await expect(calls.creditOutsideWork({ params: { id: confirmed.id } })).rejects.toMatchObject(
      refused,
    )
  })

  test('fits into its days, lies in the past, and is confirmed for no more hours than stated', async () => {
    const { ada, advisor } = await withAdvisor()
    const wrong = [
      ['hours', { from_day: '2026-06-01', until_day: '2026-06-02', hours: 33 }],
      ['until_day', { from_day: '2026-06-03', until_day: '2026-06-02' }],
      ['until_day', { until_day: '2126-06-02' }],
      ['title', { title: 'see www.example.com' }],
      ['hours', { hours: 1 }],
    ] as const
    for (const [field, change] of wrong) {
      await expect(propose(ada, change)).rejects.toMatchObject({
        status: 400,
        fields: { [field]: expect.any(String) },
      })
    }
    const work = await propose(ada)
    const { token } = await ask(advisor, work)
    await expect(answer(token, 61)).rejects.toMatchObject({ status: 400 })
  })

  test('that says how somebody is hurt is heard, and goes to no witness', async () => {
    const { ada } = await withAdvisor()
    await expect(
      propose(ada, { about: 'My boss hits me when I drop a tray' }),
    ).rejects.toMatchObject({ status: 400, code: 'not_saved' })
    expect(await listOf(ada)).toEqual([])
  })

  test('of another advisor’s learner, or with a made-up link, is not there', async () => {
    const { ada } = await withAdvisor()
    const work = await propose(ada)
    const other = await app.person({ role: 'advisor' })
    const params = { params: { id: work.id } }
    for (const call of [
      () => other.call(outsideWork).askWitness(params),
      () => other.call(outsideWork).creditOutsideWork(params),
      () => other.call(outsideWork).declineOutsideWork({ ...params, body: { reason: 'No' } }),
      () => answer('made-up', 60),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 })
    }
  })
})
