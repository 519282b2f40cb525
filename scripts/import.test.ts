import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { filesOf, type Roster, rosterOf, zipOf } from '#testing/roster-builder'
import { type RosterSite, rosterSite } from '#testing/roster-site'
import { runScript } from '#testing/run-script'
import { startApp, type TestApp } from '#testing/start-app'

// npm run import, beside a running site.

let app: TestApp
let site: RosterSite
let folder: string
beforeAll(async () => {
  app = await startApp({ work: true, poolSize: 3, env: { PUBLIC_URL: 'http://localhost' } })
  site = rosterSite(app, await app.person({ role: 'admin' }))
  folder = path.join(app.folder, 'roster')
  await mkdir(folder)
})
afterAll(() => app.stop())

const drop = async (roster: Roster) => {
  for (const [name, content] of filesOf(roster)) await writeFile(path.join(folder, name), content)
}
const run = (...args: string[]) =>
  runScript('import', app.database.connection, { args, env: { DATA_DIR: app.folder } })

test(
  'a folder is previewed, then applied; the same folder changes nothing',
  { timeout: 300_000 },
  async () => {
    await drop(rosterOf(6))
    const preview = await run(folder, '--dry-run')
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining('create 10') })
    expect(await site.user('s1@school.example')).toBeUndefined()
    expect(await run(folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Applied.'),
    })
    expect(await site.user('s1@school.example')).toBeDefined()
    expect(await run(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('same 10') })
  },
)

test('a file beyond the limits waits for an admin, exit code 2', { timeout: 300_000 }, async () => {
  const roster = rosterOf(6)
  for (const user of roster.users) user['enabledUser'] = 'false'
  const file = path.join(app.folder, 'roster.zip')
  await writeFile(file, await zipOf(filesOf(roster)))
  const { code, stdout } = await run(file)
  expect(code).toBe(2)
  expect(stdout).toContain('It would suspend 10 of 10 people')
  expect(await site.user('s1@school.example')).toMatchObject({ status: 'active' })
})

test(
  'a path that is not there, an empty folder and an unreadable file end with 1 and a sentence',
  { timeout: 300_000 },
  async () => {
    expect(await run('/nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOENT'),
    })
    const empty = path.join(app.folder, 'empty')
    await mkdir(empty)
    expect(await run(empty)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('contains no CSV file'),
    })
    const text = path.join(app.folder, 'text.zip')
    await writeFile(text, 'hello')
    expect(await run(text)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no manifest'),
    })
  },
)
