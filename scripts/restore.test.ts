import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '#testing/database'
import { runScript } from '#testing/run-script'

let site: TestDatabase
let empty: TestDatabase
let folder: string
beforeAll(async () => {
  site = await createTestDatabase()
  empty = await createTestDatabase({ migrated: false })
  folder = await mkdtemp(path.join(tmpdir(), 'lodestar-restore-'))
})
afterAll(async () => {
  await site.drop()
  await empty.drop()
  await rm(folder, { recursive: true })
})

const inFolder = (name: string) => path.join(folder, name)
const restore = (file: string, ...more: string[]) =>
  runScript('restore', empty.connection, {
    args: [inFolder(file), ...more],
    env: { DATA_DIR: inFolder('restored') },
  })

test('npm run restore tells a file of the key that it cannot read from one without a key', async () => {
  const outcomes: Record<string, string> = {
    nowhere: 'cannot be read (ENOENT).',
    folder: 'cannot be read (EISDIR).',
    notes: 'contains no age key.',
  }
  await mkdir(inFolder('folder'))
  await writeFile(inFolder('notes'), 'The key is in the safe.\n')
  for (const [name, said] of Object.entries(outcomes)) {
    const { code, stderr } = await restore('any', '--identity', inFolder(name))
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${inFolder(name)} ${said}\n` })
  }
})

test('npm run backup and npm run restore tell programs in production, and people elsewhere, what they have done', async () => {
  const { code, stdout } = await runScript('backup', site.connection, {
    args: ['--to', inFolder('backups')],
    env: { NODE_ENV: 'production', DATA_DIR: inFolder('data') },
  })
  const [backup = ''] = await readdir(inFolder('backups'))
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([expect.objectContaining({ level: 30, msg: expect.stringContaining(backup) })])

  const restored = await restore(`backups/${backup}`)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const [migrated, done, ...more] = restored.stdout.trimEnd().split('\n')
  expect(migrated).toMatch(/INFO: Migrating the database to \d+ [\w-]+; migrations to run: \d+\.$/)
  expect(done).toMatch(/INFO: Restored Lodestar as it was at/)
  expect(more).toEqual([])
})
