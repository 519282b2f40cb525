import { afterAll, beforeAll, expect, test } from 'vitest'

import { asLearner, createQuest, totalsAndLedger } from '#testing/quest-builder'
import { runScript } from '#testing/run-script'
import { startApp, type TestApp } from '#testing/start-app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const rebuild = async () => (await runScript('rebuild-xp', app.database.connection)).stdout

test('npm run xp:rebuild repairs totals that were changed, lost or made up, and leaves right ones alone', async () => {
  const people = [await app.person(), await app.person(), await app.person()]
  const { id, tasks } = await createQuest(app.db, [
    { pillar: 'creativity', xp: 60 },
    { pillar: 'communication', xp: 70 },
  ])
  for (const person of people) {
    await asLearner(person).start(id)
    for (const task of tasks) await asLearner(person).submit(task)
  }
  expect(await rebuild()).toContain('Every total agrees with the ledger.')

  const [changed, lost, invented] = people
  const totals = app.db.updateTable('xp_totals').where('learner_id', '=', changed!.id)
  await totals.set({ xp: 9999 }).execute()
  await app.db.deleteFrom('xp_totals').where('learner_id', '=', lost!.id).execute()
  const made = { learner_id: invented!.id, pillar: 'cultural_literacy', xp: 500 }
  await app.db.insertInto('xp_totals').values(made).execute()

  expect(await rebuild()).toContain('Repaired 5 totals.')
  for (const person of people) {
    const { totals, ledger } = await totalsAndLedger(app.db, person.id)
    expect(totals).toEqual(ledger)
  }
})
