import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { guardians } from '#contract/guardians'
import { messages } from '#contract/messages'
import { notifications } from '#contract/notifications'
import { people } from '#contract/people'
import { privacy } from '#contract/privacy'
import { safety } from '#contract/safety'
import { tutor } from '#contract/tutor'
import { assignLearner } from '#features/advising'
import { deleteOldConversations } from '#features/tutor'
import { MORE_COUNTRIES, REGISTRATION_COUNTRIES } from '#rules/countries'
import { DEFAULT_TUTOR_SETTINGS } from '#rules/tutor'
import { eventually } from '#testing/eventually'
import { recordConsent } from '#testing/family-builder'
import { linkIn, mailingTo, type MailSink, startMailSink } from '#testing/mail-sink'
import { befriend, startConversation, write } from '#testing/message-builder'
import { readZip } from '#testing/read-zip'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { askTutor, startTutorConversation } from '#testing/tutor-builder'

import { escalateReports } from './escalate.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let sink: MailSink
let app: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  const mailing = mailingTo(sink)
  app = await startApp({ ...mailing, env: { ...mailing.env, TUTOR_MESSAGES_PER_MINUTE: '1000' } })
})
afterAll(async () => {
  await app.stop()
  await sink.stop()
})

const of = (id: string) => ({ params: { id } })

/** A family with an advisor, a safeguarding staff member and an admin, without unread emails. */
const makeFamily = async () => {
  const child = await app.person({ firstName: 'Noah', dateOfBirth: app.birthdayAt(14) })
  const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const advisor = await app.person({ role: 'advisor' })
  await recordConsent(app, child, mother, ['use', 'tutor'])
  const since = app.parts.clock()
  await assignLearner(app.db, { advisorId: advisor.id, learnerId: child.id, since })
  return { child, mother, advisor }
}
/** Removes designated staff, admins and reports of other tests: each test creates its own staff. */
const withoutStaff = async () => {
  await app.db.updateTable('safety_reports').set({ state: 'acted' }).execute()
  await app.db.updateTable('users').set({ safeguarding: false }).execute()
  await app.db.updateTable('users').set({ role: 'observer' }).where('role', '=', 'admin').execute()
}
const makeSafeguard = async (by: Person) => {
  const person = await app.person({ role: 'educator' })
  await by.call(safety).nameSafeguard({ ...of(person.id), body: { safeguarding: true } })
  return person
}
const say = async (child: Person, ...messages: string[]) => {
  const talk = await startTutorConversation(child)
  let last
  for (const text of messages) last = await askTutor(app, child, talk, text)
  return { talk, answer: last!.answer }
}
const reportsFor = async (person: Person, child: Person) =>
  (await person.call(safety).listSafetyReports(of(child.id))).items
/** Reports about a child that were routed to a staff member. */
const casesOf = async (person: Person, child: Person) =>
  (await person.call(safety).listSafetyCases({ query: { limit: 100 } })).items.filter(
    ({ learner }) => learner.id === child.id,
  )
const lettersTo = (email: string) =>
  sink.letters.filter(({ to }) => to?.some(({ address }) => address === email))

describe('something that a grown-up should see', () => {
  test('is reported and told by mail, without a word of what was written', async () => {
    const { child, mother } = await makeFamily()
    const { answer } = await say(child, 'I want to kill myself, said zebra-crossing')
    expect(answer).toMatchObject({ origin: 'house', crisis: 'self_harm' })
    expect(answer.text).toContain('the adults who look after you here know')
    const [report, ...others] = await reportsFor(mother, child)
    expect(others).toEqual([])
    expect(report).toMatchObject({ severity: 'high', category: 'self_harm', state: 'new' })
    expect(report!.excerpt).toContain('zebra-crossing')
    const letter = await sink.take(mother.email, /safety report about Noah/)
    const words = `${letter.subject} ${letter.text} ${letter.html}`
    for (const trace of ['zebra', 'kill', 'harm', 'Lovelace']) expect(words).not.toContain(trace)
    expect(linkIn(letter, /parent\/dashboard/)).toContain(child.id)
    expect(await mother.call(safety).countSafetyReports()).toMatchObject({
      children: [{ id: child.id, first_name: 'Noah', reports: 1 }],
    })
  })

  test('is committed before anything of the answer is seen', async () => {
    const { child } = await makeFamily()
    const talk = await startTutorConversation(child)
    await sql`create function refuse_report() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`.execute(app.db)
    await sql`create trigger refuse before insert on safety_reports
      for each row execute function refuse_report()`.execute(app.db)
    const { status, body } = await askTutor(app, child, talk, 'I want to kill myself')
    await sql`drop trigger refuse on safety_reports`.execute(app.db)
    expect(status).toBe(500)
    expect(body).not.toContain('event:')
    expect((await child.call(tutor).listMessages(of(talk))).items).toEqual([])
  })

  test('said again is one report and one letter, until it is worse or somebody has looked', async () => {
    const { child, mother } = await makeFamily()
    const talk = await startTutorConversation(child)
    const ask = (text: string) => askTutor(app, child, talk, text)
    await ask('My character says: I want to kill myself')
    await sink.take(mother.email, /safety report/)
    await ask('My character says again: I want to kill myself')
    expect(lettersTo(mother.email)).toEqual([])
    expect(await reportsFor(mother, child)).toMatchObject([{ severity: 'low' }])
    await ask('I want to die')
    await sink.take(mother.email, /safety report/)
    const [report] = await reportsFor(mother, child)
    expect(report).toMatchObject({ severity: 'high', excerpt: 'I want to die' })
    const body = { state: 'acted' } as const
    await mother.call(safety).changeSafetyReport({ ...of(report!.id), body })
    await ask('I still want to die')
    expect(await reportsFor(mother, child)).toHaveLength(2)
  })

  test('is mailed from the severity on that the family has chosen, and listed in any case', async () => {
    const { child, mother } = await makeFamily()
    const body = { ...DEFAULT_TUTOR_SETTINGS, alert_level: 'high' as const }
    await mother.call(tutor).changeTutorSettings({ ...of(child.id), body })
    // A child is not told that somebody knows who is sent nothing.
    const told = 'I have let the adults who look after you here know'
    expect((await say(child, 'My address is 12 Elm Street')).answer.text).not.toContain(told)
    expect((await say(child, 'I want to kill myself')).answer.text).toContain(told)
    await sink.take(mother.email, /safety report/)
    expect(lettersTo(mother.email)).toEqual([])
    expect(await reportsFor(mother, child)).toHaveLength(2)
  })

  test('is answered at every hour, also when the tutor is closed', async () => {
    const { child, mother } = await makeFamily()
    const body = { ...DEFAULT_TUTOR_SETTINGS, enabled: false }
    await mother.call(tutor).changeTutorSettings({ ...of(child.id), body })
    const { answer } = await say(child, 'I want to die')
    expect(answer).toMatchObject({ crisis: 'self_harm', origin: 'house' })
    await sink.take(mother.email, /safety report/)
  })

  test('comes to both parents, and to none whose link has no oversight or has ended', async () => {
    const { child, mother } = await makeFamily()
    const father = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    const aunt = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    const former = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
    for (const each of [father, aunt, former]) await recordConsent(app, child, each)
    const links = app.db.updateTable('guardian_links')
    await links
      .set({ scopes: ['view'] })
      .where('guardian_email', '=', aunt.email)
      .execute()
    const ended_at = app.parts.clock().toISOString()
    await links.set({ ended_at }).where('guardian_email', '=', former.email).execute()
    await say(child, 'I want to die')
    await sink.take(mother.email, /safety report/)
    await sink.take(father.email, /safety report/)
    for (const person of [aunt, former]) {
      expect(lettersTo(person.email)).toEqual([])
      await expect(reportsFor(person, child)).rejects.toMatchObject({ status: 404 })
      expect(await person.call(safety).countSafetyReports()).toEqual({ children: [] })
    }
    const [report] = await reportsFor(mother, child)
    for (const person of [aunt, former, child]) {
      for (const call of [
        () => person.call(safety).openSafetyReport(of(report!.id)),
        () =>
          person.call(safety).changeSafetyReport({ ...of(report!.id), body: { state: 'seen' } }),
      ]) {
        await expect(call()).rejects.toMatchObject({ status: person === child ? 403 : 404 })
      }
    }
  })
})

describe('a report that nobody opens', () => {
  test('goes from the family to the advisor, to safeguarding and to the admins, by its own clock', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child, mother, advisor } = await makeFamily()
    const safeguard = await makeSafeguard(admin)
    await say(child, 'I want to die')
    await sink.take(mother.email, /safety report/)
    const step = async () => {
      app.moveClock(2 * HOUR)
      for (const each of [admin, mother, advisor, safeguard]) {
        each.headers = (await app.signIn(each.email)).headers
        each.call = app.visitor(each.headers).call
      }
      await escalateReports(app.parts)
    }
    await escalateReports(app.parts)
    expect(await casesOf(advisor, child)).toEqual([])
    await step()
    await sink.take(advisor.email, /safety report about a learner in your care/)
    const [found] = await casesOf(advisor, child)
    expect(found).toMatchObject({ severity: 'high', learner: { name: 'Noah Lovelace' } })
    const opened = await advisor.call(safety).openSafetyReport(of(found!.id))
    expect(opened.messages.map(({ text }) => text)).toContain('I want to die')
    await step()
    await sink.take(safeguard.email, /safety report/)
    await step()
    const letter = await sink.take(admin.email, /no safeguarding lead/)
    expect(letter.text).toContain('/admin/safety')
    expect(await admin.call(safety).listSafeguards()).toMatchObject({ waiting: 1 })
    await expect(admin.call(safety).openSafetyReport(of(found!.id))).rejects.toMatchObject({
      status: 404,
    })
    const body = { state: 'seen' } as const
    await advisor.call(safety).changeSafetyReport({ ...of(found!.id), body })
    await step()
    expect(lettersTo(safeguard.email)).toEqual([])
  })

  test('opened in time goes no further', async () => {
    const { child, mother, advisor } = await makeFamily()
    await say(child, 'I want to die')
    const [report] = await reportsFor(mother, child)
    const body = { state: 'seen' } as const
    await mother.call(safety).changeSafetyReport({ ...of(report!.id), body })
    app.moveClock(3 * DAY)
    await escalateReports(app.parts)
    expect(lettersTo(advisor.email)).toEqual([])
    expect(await casesOf(await app.signIn(advisor.email), child)).toEqual([])
  })

  test('opened by somebody who leaves counts as unopened, and the others are told again', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child, mother } = await makeFamily()
    const [first, second] = [await makeSafeguard(admin), await makeSafeguard(admin)]
    await say(child, 'My mum hits me')
    for (const lead of [first, second]) await sink.take(lead.email, /safety report/)
    const [found] = await casesOf(first, child)
    const body = { state: 'seen' } as const
    await first.call(safety).changeSafetyReport({ ...of(found!.id), body })
    await escalateReports(app.parts)
    expect(lettersTo(second.email)).toEqual([])
    const suspended = { status: 'suspended', reason: 'Has left' } as const
    await admin.call(people).changePerson({ ...of(first.id), body: suspended })
    await escalateReports(app.parts)
    await sink.take(second.email, /safety report/)
    expect(await casesOf(second, child)).toMatchObject([{ state: 'new' }])
    expect(lettersTo(mother.email)).toEqual([])
  })

  test('opened by a lead whom it may concern since counts as unopened, and goes to others', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child } = await makeFamily()
    const lead = await app.person({ role: 'advisor' })
    await admin.call(safety).nameSafeguard({ ...of(lead.id), body: { safeguarding: true } })
    await say(child, 'My teacher hits me. I am scared of my dad too')
    await sink.take(lead.email, /safety report/)
    const [found] = await casesOf(lead, child)
    const body = { state: 'seen' } as const
    await lead.call(safety).changeSafetyReport({ ...of(found!.id), body })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: lead.id, learnerId: child.id, since })
    expect(await casesOf(lead, child)).toEqual([])
    await escalateReports(app.parts)
    await sink.take(admin.email, /no safeguarding lead/)
    expect(lettersTo(lead.email)).toEqual([])
  })

  test('opened by somebody who is erased counts as unopened', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child } = await makeFamily()
    const [first, second] = [await makeSafeguard(admin), await makeSafeguard(admin)]
    await say(child, 'My mum hits me')
    for (const lead of [first, second]) await sink.take(lead.email, /safety report/)
    const [found] = await casesOf(first, child)
    const body = { state: 'seen' } as const
    await first.call(safety).changeSafetyReport({ ...of(found!.id), body })
    await app.db.deleteFrom('users').where('id', '=', first.id).execute()
    await escalateReports(app.parts)
    await sink.take(second.email, /safety report/)
  })

  test('opened by a guardian from whom it is kept since goes on to others, and not to the guardian again', async () => {
    await withoutStaff()
    const { child, mother, advisor } = await makeFamily()
    await recordConsent(app, child, mother, ['use', 'tutor', 'connections_and_messages'])
    const safeguard = await makeSafeguard(await app.person({ role: 'admin' }))
    const friend = await app.person({ dateOfBirth: app.birthdayAt(14) })
    await befriend(app, child, friend)
    const talk = await startConversation(child, friend)
    await write(child, talk, 'Look at my arm')
    await write(child, talk, 'I want to die')
    await sink.take(mother.email, /safety report/)
    const [report] = await reportsFor(mother, child)
    const body = { state: 'seen' } as const
    await mother.call(safety).changeSafetyReport({ ...of(report!.id), body })
    const { items } = await friend
      .call(messages)
      .listMessagesOfConversation({ ...of(talk), query: { limit: 10 } })
    await friend.call(messages).reportMessage({
      ...of(items.at(-1)!.id),
      body: { reason: 'unsafe', note: 'Her mum hits her' },
    })
    await sink.take(safeguard.email, /safety report/)
    expect(await reportsFor(mother, child)).toEqual([])
    await escalateReports(app.parts)
    await sink.take(safeguard.email, /safety report/)
    expect([...lettersTo(mother.email), ...lettersTo(advisor.email)]).toEqual([])
  })

  test('is not held up by hundreds of others that still have time', async () => {
    const { child, advisor } = await makeFamily()
    const other = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const ago = (hours: number) =>
      new Date(app.parts.clock().getTime() - hours * HOUR).toISOString()
    const waiting = {
      learner_id: other.id,
      category: 'self_harm',
      severity: 'medium',
      excerpt: 'x',
      held_back: false,
    }
    const told = { reached: 'guardians', reached_at: ago(20), created_at: ago(20) }
    const rows = Array.from({ length: 250 }, () => ({ ...waiting, ...told }))
    await app.db.insertInto('safety_reports').values(rows).execute()
    await say(child, 'I want to die')
    app.moveClock(2 * HOUR + 1)
    await escalateReports(app.parts)
    expect(await casesOf(await app.signIn(advisor.email), child)).toMatchObject([
      { severity: 'high' },
    ])
    await app.db.deleteFrom('safety_reports').where('learner_id', '=', other.id).execute()
  })

  test('without any guardian begins with the advisor, and without anybody with the admins', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const alone = await app.person({ dateOfBirth: app.birthdayAt(14) })
    await say(alone, 'I want to die')
    await sink.take(admin.email, /no safeguarding lead/)
    const named = await makeSafeguard(admin)
    await escalateReports(app.parts)
    await sink.take(named.email, /safety report/)
    const advised = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const advisor = await app.person({ role: 'advisor' })
    const since = app.parts.clock()
    await assignLearner(app.db, { advisorId: advisor.id, learnerId: advised.id, since })
    await say(advised, 'I want to die')
    await sink.take(advisor.email, /safety report/)
  })
})

describe('what may be about a guardian', () => {
  test('is seen by safeguarding alone, and the family sees what was before it', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child, mother, advisor } = await makeFamily()
    const safeguard = await makeSafeguard(admin)
    const before = await say(child, 'Why is the sky blue?')
    const { talk, answer } = await say(
      child,
      'Why is grass green?',
      'My dad hits me',
      'I want to die',
    )
    expect(answer.text).toContain('Your family is not shown this')
    await sink.take(safeguard.email, /safety report about a learner/)
    for (const person of [mother, advisor]) expect(lettersTo(person.email)).toEqual([])

    expect(await reportsFor(mother, child)).toEqual([])
    expect(await mother.call(safety).countSafetyReports()).toEqual({ children: [] })
    const { items } = await mother.call(tutor).listChildConversations(of(child.id))
    expect(items.map(({ id }) => id).toSorted()).toEqual([before.talk, talk].toSorted())
    const read = await mother.call(tutor).listChildMessages(of(talk))
    expect(read.items.map(({ text }) => text)).toEqual(['Why is grass green?', expect.any(String)])
    const own = await child.call(tutor).listMessages(of(talk))
    expect(own.items).toHaveLength(6)
    // The notice below a conversation is accurate.
    expect(own.family_reads).toBe(false)
    expect((await child.call(tutor).listMessages(of(before.talk))).family_reads).toBe(true)
    expect(read.family_reads).toBe(true)
    expect(await casesOf(advisor, child)).toEqual([])

    const cases = await casesOf(safeguard, child)
    expect(cases.map(({ category }) => category).toSorted()).toEqual(['abuse', 'self_harm'])
    for (const { id, held_back } of cases) {
      expect(held_back).toBe(true)
      const body = { state: 'seen' } as const
      for (const person of [mother, advisor, admin]) {
        await expect(
          person.call(safety).changeSafetyReport({ ...of(id), body }),
        ).rejects.toMatchObject({ status: 404 })
      }
    }
    const opened = await safeguard
      .call(safety)
      .openSafetyReport(of(cases.find(({ category }) => category === 'abuse')!.id))
    expect(opened.messages.map(({ text }) => text)).toContain('My dad hits me')
  })

  test('stands in no export, and what staff did about it neither there nor in the list of who has read what', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child, mother } = await makeFamily()
    const safeguard = await makeSafeguard(admin)
    await say(child, 'Why is the sky blue?')
    await say(child, 'Why is grass green?', 'My mother hits me', 'It hurts')
    const [found] = await casesOf(safeguard, child)
    await safeguard.call(safety).openSafetyReport(of(found!.id))
    const body = { state: 'acted' } as const
    await safeguard.call(safety).changeSafetyReport({ ...of(found!.id), body })
    const lines = await mother.call(guardians).listDisclosures(of(child.id))
    expect(lines.items).toEqual([])

    await child.call(privacy).requestExport()
    const made = await eventually(async () => {
      const [newest] = (await child.call(privacy).listExports()).items
      expect(newest?.state).toBe('ready')
      return newest!
    })
    const archive = await app.http.inject({ url: made.url!, headers: child.headers })
    const data = readZip(archive.rawPayload).get('data.json')!.toString()
    expect(data).toContain('Why is the sky blue?')
    expect(data).toContain('Why is grass green?')
    for (const trace of ['hits me', 'It hurts', 'safety_report', safeguard.id]) {
      expect(data).not.toContain(trace)
    }
  })

  test('from the first message on leaves nothing of the conversation, not even that there is one', async () => {
    const { child, mother } = await makeFamily()
    const { talk } = await say(child, 'I am scared to go home')
    expect((await mother.call(tutor).listChildConversations(of(child.id))).items).toEqual([])
    await expect(mother.call(tutor).listChildMessages(of(talk))).rejects.toMatchObject({
      status: 404,
    })
  })

  test('is not seen by a guardian who is named for safeguarding', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child } = await makeFamily()
    const kin = await makeSafeguard(admin)
    await recordConsent(app, child, kin, ['use', 'tutor'])
    await say(child, 'My mother hits me')
    expect(await casesOf(kin, child)).toEqual([])
    expect(await reportsFor(kin, child)).toEqual([])
    expect(lettersTo(kin.email)).toEqual([])
    await sink.take(admin.email, /no safeguarding lead/)
  })

  test('can be released to guardians with a reason, by safeguarding alone', async () => {
    await withoutStaff()
    const admin = await app.person({ role: 'admin' })
    const { child, mother, advisor } = await makeFamily()
    const safeguard = await makeSafeguard(admin)
    const { talk } = await say(child, 'somebody hits me on the bus')
    const [found] = await casesOf(safeguard, child)
    const toldChild = async () =>
      (await child.call(notifications).listNotifications()).items.map(({ title }) => title)
    const release = (by: Person, reason = 'It is about another pupil.') =>
      by.call(safety).releaseSafetyReport({ ...of(found!.id), body: { reason } })
    for (const person of [mother, advisor, admin]) {
      await expect(release(person)).rejects.toMatchObject({ status: 404 })
    }
    await expect(release(safeguard, ' ')).rejects.toMatchObject({ status: 400 })
    expect(await toldChild()).toEqual([])
    await release(safeguard)
    // The tutor has told the child that the family is not shown it.
    expect(await toldChild()).toEqual([
      'The safeguarding team has shown your family something that you wrote or reported',
    ])
    await sink.take(mother.email, /safety report/)
    expect(await reportsFor(mother, child)).toMatchObject([{ category: 'abuse' }])
    expect((await mother.call(tutor).listChildMessages(of(talk))).items).toHaveLength(2)
    await expect(release(safeguard)).rejects.toMatchObject({ status: 409 })
    const { detail } = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'safety_report_released')
      .where('subject_id', '=', child.id)
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ report: found!.id })
  })
})

test('what is written after earlier messages were deleted is held back as well', async () => {
  const { child, mother } = await makeFamily()
  const { talk } = await say(child, 'How do plants grow?')
  await askTutor(app, child, talk, 'What is a root?')
  await askTutor(app, child, talk, 'What is a leaf?')
  app.moveClock(2 * DAY)
  const [again, guardian] = [await app.signIn(child.email), await app.signIn(mother.email)]
  await askTutor(app, again, talk, 'my mum hits me every night')
  await askTutor(app, again, talk, 'She will do it again')
  const settings = { ...DEFAULT_TUTOR_SETTINGS, retention_days: 1 }
  await guardian.call(tutor).changeTutorSettings({ ...of(child.id), body: settings })
  await deleteOldConversations(app.parts)
  expect((await askTutor(app, again, talk, 'She did it again')).status).toBe(200)
  await expect(guardian.call(tutor).listChildMessages(of(talk))).rejects.toMatchObject({
    status: 404,
  })
  expect((await again.call(tutor).listMessages(of(talk))).items.map(({ text }) => text)).toContain(
    'She did it again',
  )
})

test('messages go after the days that the family has chosen; what a report stands on, ninety days after it is closed', async () => {
  const { child, mother } = await makeFamily()
  const settings = { ...DEFAULT_TUTOR_SETTINGS, retention_days: 10 }
  await mother.call(tutor).changeTutorSettings({ ...of(child.id), body: settings })
  const harmless = await say(child, 'Why is the sky blue?')
  const { talk } = await say(child, 'Why is grass green?', 'I want to die')
  const messages = async (id: string) => {
    const rows = app.db.selectFrom('tutor_messages').select('text')
    return (await rows.where('conversation_id', '=', id).orderBy('number').execute()).map(
      ({ text }) => text,
    )
  }
  app.moveClock(9 * DAY)
  await deleteOldConversations(app.parts)
  expect([...(await messages(harmless.talk)), ...(await messages(talk))]).toHaveLength(6)
  app.moveClock(2 * DAY)
  await deleteOldConversations(app.parts)
  expect(await messages(harmless.talk)).toEqual([])
  expect(await messages(talk)).toEqual(['I want to die', expect.any(String)])
  const again = await app.signIn(mother.email)
  const [report] = await reportsFor(again, child)
  const body = { state: 'acted' } as const
  await again.call(safety).changeSafetyReport({ ...of(report!.id), body })
  app.moveClock(91 * DAY)
  await deleteOldConversations(app.parts)
  expect(await messages(talk)).toEqual([])
  const left = await app.db
    .selectFrom('tutor_conversations')
    .select('id')
    .where('learner_id', '=', child.id)
    .execute()
  expect(left).toEqual([])
})

test('a report that only an earlier, withheld one hides from guardians stays hidden when that one’s time is over', async () => {
  const { child, mother } = await makeFamily()
  const { talk } = await say(child, 'I want to die')
  await askTutor(app, child, talk, 'The boys in my class hit me after school every day')
  expect(await reportsFor(mother, child)).toHaveLength(2)
  // As when somebody becomes a guardian whom the first message names; safeguarding then closes the report.
  const closed_at = app.parts.clock().toISOString()
  await app.db
    .updateTable('safety_reports')
    .set({ held_back: true, state: 'acted', closed_at })
    .where('learner_id', '=', child.id)
    .where('category', '=', 'self_harm')
    .execute()
  expect(await reportsFor(mother, child)).toEqual([])
  app.moveClock(91 * DAY)
  await deleteOldConversations(app.parts)
  expect(await reportsFor(await app.signIn(mother.email), child)).toEqual([])
})

test('what a later report quotes stays until that one is closed, and is held back as before', async () => {
  const { child, mother } = await makeFamily()
  const admin = await app.person({ role: 'admin' })
  const safeguard = await makeSafeguard(admin)
  const settings = { ...DEFAULT_TUTOR_SETTINGS, retention_days: 365 }
  await mother.call(tutor).changeTutorSettings({ ...of(child.id), body: settings })
  const { talk } = await say(child, 'How do plants grow?', 'my mum hits me every night')
  const [first] = await casesOf(safeguard, child)
  const body = { state: 'acted' } as const
  await safeguard.call(safety).changeSafetyReport({ ...of(first!.id), body })
  app.moveClock(60 * DAY)
  const again = await app.signIn(child.email)
  await askTutor(app, again, talk, 'my mum hits me again')
  app.moveClock(31 * DAY)
  await deleteOldConversations(app.parts)
  const reader = await app.signIn(safeguard.email)
  const open = (await casesOf(reader, child)).find(({ state }) => state === 'new')
  const { messages } = await reader.call(safety).openSafetyReport(of(open!.id))
  expect(messages.map(({ text }) => text)).toContain('my mum hits me again')
  const guardian = await app.signIn(mother.email)
  const seen = async () =>
    (await guardian.call(tutor).listChildMessages(of(talk))).items.map(({ text }) => text)
  expect(await seen()).toEqual(['How do plants grow?', expect.any(String)])

  await reader.call(safety).changeSafetyReport({ ...of(open!.id), body })
  app.moveClock(91 * DAY)
  await deleteOldConversations(app.parts)
  const [later, family] = [await app.signIn(child.email), await app.signIn(mother.email)]
  // For the family nothing of it has vanished.
  for (const person of [later, family]) {
    const call = person.call(tutor)
    const { items } = await (person === later
      ? call.listMessages(of(talk))
      : call.listChildMessages(of(talk)))
    expect(items.map(({ text }) => text)).toEqual(['How do plants grow?', expect.any(String)])
  }
})

test('a conversation of which only what is held back is left is a missing one for guardians', async () => {
  const { child, mother } = await makeFamily()
  const settings = { ...DEFAULT_TUTOR_SETTINGS, retention_days: 1 }
  await mother.call(tutor).changeTutorSettings({ ...of(child.id), body: settings })
  const { talk } = await say(child, 'How do plants grow?', 'my mum hits me every night')
  const { talk: other } = await say(child, 'How do birds fly?')
  app.moveClock(2 * DAY)
  await deleteOldConversations(app.parts)
  const guardian = await app.signIn(mother.email)
  for (const id of [talk, other])
    await expect(guardian.call(tutor).listChildMessages(of(id))).rejects.toMatchObject({
      status: 404,
    })
})

describe('whom to call', () => {
  const help = async (person: Person, country?: string, language = 'en-GB,en;q=0.9') => {
    const { body } = await app.http.inject({
      url: `/api/crisis-help${country ? `?country=${country}` : ''}`,
      headers: { ...person.headers, 'accept-language': language },
    })
    return JSON.parse(body) as {
      country: string | null
      emergency: string | null
      lines: { name: string; hours: string | null }[]
      countries: { code: string; name: string }[]
    }
  }

  test('depends on the country: chosen, else of the profile, else of the device; and there is always a list', async () => {
    const ada = await app.person()
    expect(await help(ada)).toMatchObject({ country: 'GB', emergency: '999' })
    expect(await help(ada, 'DE')).toMatchObject({ country: 'DE', emergency: '112' })
    await app.db.updateTable('users').set({ country: 'France' }).where('id', '=', ada.id).execute()
    expect((await help(ada)).country).toBe('FR')
    const elsewhere = await help(ada, 'ZZ')
    expect(elsewhere).toMatchObject({ country: null, lines: [{ name: 'Find A Helpline' }] })
    const names = elsewhere.countries.map(({ name }) => name)
    expect(names).toEqual([...REGISTRATION_COUNTRIES, ...MORE_COUNTRIES].toSorted())
    for (const { code } of elsewhere.countries) {
      expect((await help(ada, code)).lines.length, code).toBeGreaterThan(1)
    }
  })

  test('lists first what the crisis is about, and says hours where nobody answers at night', async () => {
    const ada = await app.person()
    const namesFor = async (code: string, about: string) =>
      (await help(ada, `${code}&about=${about}`)).lines.map(({ name }) => name)
    for (const code of ['US', 'DE', 'FR', 'GB', 'BR']) {
      const forDespair = /988|TelefonSeelsorge|3114|Samaritans|CVV/
      const abuse = await namesFor(code, 'abuse')
      expect(
        abuse.findIndex((name) => forDespair.test(name)),
        code,
      ).toBe(abuse.length - 2)
      expect((await namesFor(code, 'self_harm'))[0], code).toMatch(forDespair)
    }
    expect(await namesFor('FR', 'grooming')).toContain('3018')
    for (const code of ['DE', 'NZ', 'FR']) {
      const hours = (await help(ada, code)).lines.map((line) => line.hours)
      expect(hours.filter(Boolean), code).not.toEqual([])
    }
  })
})
