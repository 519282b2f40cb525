import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '#testing/database'
import { urlOf } from '#testing/run-script'

// deploy/lodestar, the command that operations.md installs.

const root = path.resolve(import.meta.dirname, '..')
let site: TestDatabase
let folder: string
beforeAll(async () => {
  site = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'lodestar-command-'))
})
afterAll(async () => {
  await site.drop()
  await rm(folder, { recursive: true })
})

const lodestar = async (...given: string[]) => {
  const settings = path.join(folder, 'lodestar.env')
  const url = new URL(urlOf(site.connection))
  url.searchParams.set('application_name', 'the command')
  await writeFile(
    settings,
    `NODE_ENV=production
PUBLIC_URL=https://learn.school.example
DATA_DIR=${folder}/data
DATABASE_URL=${url.href}
# As systemd reads it: no quotes are needed around what has spaces.
MAIL_FROM=Our school <learn@school.example>
# Node names a file that it cannot read, if it has read the setting.
NODE_EXTRA_CA_CERTS=${folder}/authorities.pem
`,
  )
  const { PATH, HOME } = process.env
  return promisify(execFile)(path.join(root, 'deploy/lodestar'), given, {
    env: {
      PATH,
      HOME,
      LODESTAR_USER: userInfo().username,
      LODESTAR_SETTINGS: settings,
      LODESTAR_PROGRAM: root,
    },
  })
}

test('lodestar admin reads the settings as the unit does, and so uses the site’s own database', async () => {
  const { stdout, stderr } = await lodestar('admin', 'ada@school.example')
  expect(stderr).toContain(`${folder}/authorities.pem`)
  expect(stdout).toContain('https://learn.school.example/setup/')
  const { count } = await site.db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
  expect(await readdir(folder)).toEqual(['lodestar.env'])
})

test('lodestar without a command lists them', async () => {
  await expect(lodestar()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('lodestar start | build | backup'),
  })
})
