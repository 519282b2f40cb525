import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { parents } from '#contract/parents'
import { changeDuring } from '#testing/change-during'
import { recordConsent } from '#testing/family-builder'
import { asLearner, createQuest } from '#testing/quest-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

let app: TestApp
let child: Person
let guardian: Person
let task: string
beforeAll(async () => {
  app = await startApp({ poolSize: 4 })
})
beforeEach(async () => {
  child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  guardian = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  await recordConsent(app, child, guardian)
  const quest = await createQuest(app.db, [{ pillar: 'creativity', xp: 60 }])
  await asLearner(child).start(quest.id)
  task = quest.tasks[0]!
})
afterAll(() => app.stop())

const THREAT = 'You should just die. Nobody would miss you.'

/** A note of a guardian, which is refused and reported. */
const refused = async (words: string) => {
  const form = new FormData()
  form.set('task_id', task)
  form.set('text', `${words}: ${THREAT}`)
  await guardian
    .call(parents)
    .addEvidence({ params: { id: child.id }, form })
    .catch(() => {})
}
const reports = () =>
  app.db
    .selectFrom('safety_reports')
    .select(['state', 'quoted'])
    .where('learner_id', '=', child.id)
    .orderBy('state')
    .execute()

test('two texts that are refused at the same moment are both in the report', async () => {
  await refused('First')
  await changeDuring(
    app,
    (db) => db.selectFrom('safety_reports').select('id').forUpdate().execute(),
    () => Promise.all([refused('Second'), refused('Third')]),
  )
  const [report] = await reports()
  for (const words of ['First', 'Second', 'Third']) {
    expect(JSON.stringify(report!.quoted)).toContain(`${words}: `)
  }
})

test('a text that is refused after many different words opens another report, which is searched for names as quickly', async () => {
  await refused('First')
  await app.db
    .updateTable('safety_reports')
    .set({ context_words: sql<string[]>`array(select n::text from generate_series(1, 20000) n)` })
    .where('learner_id', '=', child.id)
    .execute()
  await refused('Second')
  expect(await reports()).toHaveLength(2)
})

test('a text that is refused while its report is closed opens another report', async () => {
  await refused('First')
  await changeDuring(
    app,
    (db) => db.updateTable('safety_reports').set({ state: 'acted' }).execute(),
    () => refused('Second'),
  )
  const [closed, open] = await reports()
  expect([closed!.state, open?.state]).toEqual(['acted', 'new'])
  expect(JSON.stringify(open!.quoted)).toContain('Second: ')
})
