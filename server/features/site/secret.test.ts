import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '#testing/database'

import { findSecret } from './secret.ts'

const OLD = 'c2VjcmV0IG9mIGFuIG9sZGVyIHZlcnNpb24='
const GIVEN = '0123456789abcdef0123456789abcdef'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'lodestar-secret-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const find = (env: { APP_SECRET?: string } = {}, options?: { accept: boolean }, at = folder) =>
  findSecret(env, database.db, at, options).then((secret) => Buffer.from(secret).toString())

const storeAsOlderVersionsDid = () =>
  database.db
    .insertInto('settings')
    .values({ name: 'secret', value: JSON.stringify(OLD) })
    .execute()

const settings = async () =>
  JSON.stringify(await database.db.selectFrom('settings').selectAll().execute())

test('a secret is made once, in a file for its owner alone, and the database holds nothing of it', async () => {
  const secret = await find()
  expect(secret).toMatch(/^[\w+/]{64}$/)
  expect(await find()).toBe(secret)
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await settings()).not.toContain(secret)
})

test('many starts at once make one secret between them', async () => {
  const secrets = await Promise.all([find(), find(), find()])
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder)).toEqual(['secret'])
})

test('the file takes over what an older version kept in the database', async () => {
  await storeAsOlderVersionsDid()
  expect(await find()).toBe(OLD)
  expect(await settings()).not.toContain(OLD)
  expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe(`${OLD}\n`)
  expect(await find()).toBe(OLD)
})

test('APP_SECRET counts before the file, and the secret of an older version is still not lost', async () => {
  await storeAsOlderVersionsDid()
  expect(await find({ APP_SECRET: GIVEN })).toBe(GIVEN)
  expect(await settings()).not.toContain(OLD)
  expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe(`${OLD}\n`)
})

test('a node with another secret is refused with a sentence, and changes nothing', async () => {
  const secret = await find()
  const other = path.join(folder, 'other')
  await expect(find({}, undefined, other)).rejects.toThrow(/Give every node the same APP_SECRET/)
  await expect(find({ APP_SECRET: GIVEN })).rejects.toThrow(/belongs to a site with another secret/)
  await writeFile(path.join(folder, 'lost'), 'x')
  expect(await readdir(folder)).toEqual(['lost', 'secret'])
  expect(await find()).toBe(secret)
})

test('a new secret is taken when that is what the operator asks for', async () => {
  await find()
  expect(await find({ APP_SECRET: GIVEN }, { accept: true })).toBe(GIVEN)
  expect(await find({ APP_SECRET: GIVEN })).toBe(GIVEN)
  await expect(find()).rejects.toThrow(/another secret/)
})
