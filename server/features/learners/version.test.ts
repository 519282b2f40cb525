import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { profile } from '#contract/profile'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import { asLearner, createQuest, words } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

import { draftsVersionOf, versionOf } from './version.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Tables with a learner's rows that no cached response shows. */
const NOT_SHOWN = new Set([
  'announcement_recipients',
  'announcements',
  'blocks',
  'connection_requests',
  'connections',
  'calendar_feeds',
  'consent_forms',
  'consultation_hosts',
  'conversation_members',
  'credentials',
  'digests',
  'diplomas',
  'earlier_work',
  'exports',
  'files',
  'former_names',
  'handovers',
  'guardian_invitations',
  'guardian_visits',
  'issued_transcripts',
  'notification_choices',
  'notifications',
  'person_reports',
  'learner_revisions',
  'learner_group_members',
  'learner_groups',
  'mailed_tokens',
  'messages',
  'pairing_codes',
  'outside_work',
  'past_assignments',
  'passkeys',
  'open_checkouts',
  'payment_customers',
  'policy_requests',
  'portfolio_links',
  'quiet_hours',
  'roster_decisions',
  'roster_emails',
  'roster_moves',
  'roster_rows',
  'roster_rows_before',
  'safety_reports',
  'push_subscriptions',
  'quest_group_members',
  'saved_comments',
  'recovery_codes',
  'school_accounts',
  'sessions',
  'sign_in_cards',
  'sign_in_steps',
  'signals',
  'staff_notes',
  'subscriptions',
  'tier_grants',
  'totp_factors',
  'transcript_shares',
  'tutor_conversations',
  'tutor_messages',
  'tutor_settings',
  'weekly_letters',
  'xp_entries',
])

test('every table with a learner’s rows renews the learner’s version, or is shown in no cached reply', async () => {
  const { rows } = await sql<{ table: string; renews: boolean }>`
    select c.relname as table, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname like 'renew_revision%') as renews
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (
      select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
        and f.confrelid = 'users'::regclass and f.confdeltype = 'c')
    order by 1
  `.execute(app.db)
  const silent = rows.filter(({ renews }) => !renews).map(({ table }) => table)
  expect(silent.filter((table) => !NOT_SHOWN.has(table))).toEqual([])
})

describe('a cached reply is never older than the database', () => {
  const dashboard = (person: Person) => person.call(progress).dashboard()

  test('the dashboard after each thing that the learner does', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [
      { pillar: 'creativity', xp: 60 },
      { pillar: 'communication', xp: 70 },
    ])
    const me = asLearner(ada)
    expect((await dashboard(ada)).active_quests).toEqual([])
    await me.start(id)
    expect((await dashboard(ada)).next).toMatchObject({ task_id: tasks[0], has_draft: false })
    await ada.call(quests).saveDraft({ params: { id: tasks[0]! }, body: words('So far') })
    expect((await dashboard(ada)).next).toMatchObject({ has_draft: true })
    await me.submit(tasks[0]!)
    expect((await dashboard(ada)).xp.total).toBe(60)
    await me.withdraw(tasks[0]!)
    expect((await dashboard(ada)).xp.total).toBe(0)
    await me.leave(id)
    expect((await dashboard(ada)).active_quests).toEqual([])
    await ada.call(profile).changeProfile({ body: { first_name: 'Augusta' } })
    expect((await dashboard(ada)).first_name).toBe('Augusta')
  })

  test('a draft that is written on shows in the quest', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    const me = asLearner(ada)
    await me.start(id)
    for (const text of ['One', 'One two']) {
      await ada.call(quests).saveDraft({ params: { id: tasks[0]! }, body: words(text) })
      expect((await me.see(id)).tasks[0]?.draft?.blocks).toMatchObject([{ text }])
    }
  })

  test('writing on a draft renews no page but the quest’s', async () => {
    const ada = await app.person()
    const { id, tasks } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
    await asLearner(ada).start(id)
    const save = (text: string) =>
      ada.call(quests).saveDraft({ params: { id: tasks[0]! }, body: words(text) })
    await save('One')
    const before = await versionOf(app.db, ada.id)
    const withDrafts = await draftsVersionOf(app.db, ada.id)
    await save('One two')
    expect(await versionOf(app.db, ada.id)).toBe(before)
    expect(await draftsVersionOf(app.db, ada.id)).not.toBe(withDrafts)
  })

  test('a quest whose words change', async () => {
    const ada = await app.person()
    const { id } = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }], {
      title: 'Before',
    })
    const me = asLearner(ada)
    expect((await me.see(id)).title).toBe('Before')
    await app.db.updateTable('quests').set({ title: 'After' }).where('id', '=', id).execute()
    expect((await me.see(id)).title).toBe('After')
  })

  test('the week moves on with the clock', async () => {
    const ada = await app.person()
    const before = (await dashboard(ada)).week.starts_on
    app.moveClock(7 * 24 * 3_600_000)
    const later = await app.signIn(ada.email)
    const after = (await dashboard(later)).week.starts_on
    expect(Date.parse(after) - Date.parse(before)).toBe(7 * 24 * 3_600_000)
  })

  test('nobody gets what was made for somebody else', async () => {
    const [ada, bob] = [
      await app.person({ firstName: 'Ada' }),
      await app.person({ firstName: 'Bob' }),
    ]
    expect((await dashboard(ada)).first_name).toBe('Ada')
    expect((await dashboard(bob)).first_name).toBe('Bob')
  })
})

test('one transaction renews the name once, and what it rolls back leaves it as it was', async () => {
  const ada = await app.person()
  const before = await versionOf(app.db, ada.id)
  const failing = app.db.transaction().execute(async (db) => {
    await db.updateTable('users').set({ first_name: 'X' }).where('id', '=', ada.id).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await versionOf(app.db, ada.id)).toBe(before)
  await app.db.updateTable('users').set({ first_name: 'Y' }).where('id', '=', ada.id).execute()
  expect(await versionOf(app.db, ada.id)).not.toBe(before)
})
