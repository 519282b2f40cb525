import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { files as fileCalls } from '#contract/files'
import { readConfig } from '#platform/config'
import { type Files, openFiles } from '#platform/files'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { fileForm } from '#testing/sample-files'
import { startApp } from '#testing/start-app'

import { completeRewind } from './index.ts'

let folder: string
let database: TestDatabase
let files: Files
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lodestar-rewind-'))
  database = await createTestDatabase()
  files = await openFiles(readConfig({}), path.join(folder, 'files'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const listKeys = async () => (await Array.fromAsync(files.list())).toSorted()

test('after a recovery to an earlier moment, files deleted since are named, and files stored since can be deleted', async () => {
  const app = await startApp({ database, files })
  const site = { connection: database.connection, db: database.db, files }
  const ada = await app.person()
  const upload = async (name: string) => {
    const { id } = await ada.call(fileCalls).uploadFile({ form: fileForm(name, `${name}.txt`) })
    const { storage_key } = await app.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, storage_key }
  }
  const [before, deleted, after] = [await upload('a'), await upload('b'), await upload('c')]
  await expect(completeRewind(site, { deleteUnnamed: true })).rejects.toThrow('is running')
  await app.stop()
  // The database goes back to when `deleted` existed and `after` did not.
  await files.remove(deleted.storage_key)
  await database.db.deleteFrom('files').where('id', '=', after.id).execute()

  const found = { missing: [deleted.storage_key], unnamed: [after.storage_key] }
  expect(await completeRewind(site, { deleteUnnamed: false })).toEqual(found)
  expect(await listKeys()).toEqual([before.storage_key, after.storage_key].toSorted())
  expect(await completeRewind(site, { deleteUnnamed: true })).toEqual(found)
  expect(await listKeys()).toEqual([before.storage_key])
})
