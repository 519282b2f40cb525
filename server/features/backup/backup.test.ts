import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { credentials } from '#contract/credentials'
import { files as fileCalls } from '#contract/files'
import { readBadgeLibrary, storeBadges } from '#features/badges'
import { sweepFiles } from '#features/files'
import { eraseAccount } from '#features/privacy'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { createSampleData, SAMPLE_PASSWORD } from '#features/sample'
import { readConfig } from '#platform/config'
import {
  type Db,
  blockFileRemoval,
  migrate,
  openClient,
  type ServerAddress,
} from '#platform/database'
import { type Files, openFiles } from '#platform/files'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { eventually } from '#testing/eventually'
import { linkIn, startMailSink, tokenIn } from '#testing/mail-sink'
import { fileForm } from '#testing/sample-files'
import { silentLog } from '#testing/silent-log'
import { PASSWORD, registration, startApp, type TestApp } from '#testing/start-app'

import { writeArchive } from './archive.ts'
import { backUp, deleteOldBackups, nameOfBackup, restore } from './index.ts'

// A site with people, files and queued emails, copied while it runs, and restored into a database whose owner is no superuser.

let folder: string
let app: TestApp
let target: TestDatabase & { owner: ServerAddress }
let targetFiles: Files
const key = await generateX25519Identity()

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lodestar-backup-'))
  app = await startApp({ poolSize: 3 })
  const library = await readQuestLibrary()
  await storeLibrary(app.db, library)
  await storeBadges(app.db, await readBadgeLibrary(library))
  const scratch = path.join(app.folder, 'uploads')
  await createSampleData({ ...app.parts, scratch }, library, app.parts.clock())
  await app.db
    .insertInto('settings')
    .values({ name: 'secret_fingerprint', value: JSON.stringify('ours') })
    .execute()
  target = await createOwnedDatabase()
  targetFiles = await openFiles(readConfig({}), path.join(folder, 'files'))
})
afterAll(async () => {
  await app.stop()
  await target.drop()
  await rm(folder, { recursive: true })
})

/** Creates an empty database whose owner owns nothing else. */
const createOwnedDatabase = async () => {
  const database = await createTestDatabase({ migrated: false })
  const { database: name } = database.connection
  await sql`create role ${sql.id(name)} login password 'only here'`.execute(database.db)
  await sql`alter database ${sql.id(name)} owner to ${sql.id(name)}`.execute(database.db)
  return {
    ...database,
    owner: { ...database.connection, user: name, password: 'only here' },
    drop: async () => {
      await database.drop()
      await sql`drop role ${sql.id(name)}`.execute(app.db).catch(() => {})
    },
  }
}

const backUpTo = (name: string, recipient?: string) => {
  const file = path.join(folder, name)
  const { config, db, files } = app.parts
  const site = { config, connection: app.database.connection, db, files, log: silentLog }
  return backUp(site, { file, recipient }, { program: '1.0.0', now: app.parts.clock() })
}

const restoreFrom = (
  name: string,
  given: { identity?: string; replace?: boolean; fingerprint?: string; files?: Files } = {},
) => {
  const { identity, replace = false, fingerprint = 'ours', files = targetFiles } = given
  return restore(
    { connection: target.owner, db: target.db, files, log: silentLog },
    { file: path.join(folder, name), identity },
    { fingerprint, anySecret: false, replace },
  )
}

const TABLES = sql<{ name: string }>`
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`

/** A digest of each table's rows, by table name. */
const digests = async (db: Db): Promise<Record<string, string>> => {
  const { rows } = await TABLES.execute(db)
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(line, ' ' order by line)), '') as digest
      from (select md5(each::text) as line from ${sql.table(name)} as each) as lines`.execute(db)
    found[name] = rows[0]!.digest
  }
  return found
}

const hashesOf = async (files: Files): Promise<Record<string, string>> => {
  const found: [string, string][] = []
  for await (const key of files.list()) {
    const bytes = await buffer((await files.get(key))!)
    found.push([key, createHash('sha256').update(bytes).digest('hex')])
  }
  return Object.fromEntries(found.toSorted())
}

const jobsOf = async (db: Db) => {
  const { rows } =
    await sql`select * from pgboss.job where left(name, 2) <> '__' order by id`.execute(db)
  return rows
}

test('a site that is copied while people write is whole, and has all that was acknowledged before', async () => {
  const ada = await app.person()
  const over = new AbortController()
  const acknowledged: string[] = []
  const writing = (async () => {
    while (!over.signal.aborted) {
      const form = fileForm(`Seen: ${randomUUID()}`, 'notes.txt')
      const { id } = await ada.call(fileCalls).uploadFile({ form })
      acknowledged.push(id)
    }
  })()
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(3))
  const before = [...acknowledged]
  const { manifest } = await backUpTo('written')
  expect(manifest.files).toMatchObject({ missing: [], damaged: [] })
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(before.length + 3))
  over.abort()
  await writing

  await restoreFrom('written')
  const rows = await target.db
    .selectFrom('files')
    .select(['id', 'storage_key', 'sha256'])
    .where('stored_at', 'is not', null)
    .execute()
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
  expect(Object.fromEntries(rows.map((row) => [row.storage_key, row.sha256]))).toEqual(
    await hashesOf(targetFiles),
  )
})

test('a restored site is the site: every row, every file, every email that waits, and its people go on', async () => {
  const form = registration()
  await app.anyone.call(auth).register({ body: form })
  const { code } = await app.db.selectFrom('credentials').select('code').executeTakeFirstOrThrow()
  const verified = await app.anyone.call(credentials).verifyCode({ params: { code } })
  const live = await digests(app.db)
  const { manifest } = await backUpTo('quiet', await identityToRecipient(key))
  const everyTable = (await TABLES.execute(app.db)).rows.map(({ name }) => name)
  expect(Object.keys(manifest.tables).toSorted()).toEqual(everyTable.toSorted())
  expect(manifest.jobs).toBeGreaterThan(0)

  await restoreFrom('quiet', { identity: key, replace: true })
  // Renewed on restore, so that nothing cached under an earlier version remains valid.
  const { catalog_version, ...restored } = await digests(target.db)
  expect({ ...restored, catalog_version: live['catalog_version'] }).toEqual(live)
  expect(catalog_version).not.toBe(live['catalog_version'])
  expect(await hashesOf(targetFiles)).toEqual(await hashesOf(app.parts.files))
  expect(await jobsOf(target.db)).toEqual(await jobsOf(app.db))

  const sink = await startMailSink()
  const second = await startApp({
    database: { connection: target.owner },
    files: targetFiles,
    work: true,
    env: { SMTP_URL: sink.url },
  })
  try {
    const letter = await sink.take(form.email)
    const token = tokenIn(linkIn(letter, /verify-email/))
    await second.anyone.call(auth).verifyEmail({ body: { token } })
    await second.signIn(form.email, PASSWORD)
    await second.signIn('student@example.org', SAMPLE_PASSWORD)
    expect(await second.anyone.call(credentials).verifyCode({ params: { code } })).toEqual(verified)
    // New records get numbers that were not issued between the backup and the restore.
    const numbers = await sql<{
      last: number
    }>`select last_value::int as last from xp_entries_id_seq`.execute(target.db)
    expect(numbers.rows[0]!.last).toBeGreaterThan(manifest.sequences['xp_entries_id_seq']!)
  } finally {
    await second.stop()
    await sink.stop()
  }
})

test('whom the site has erased since the backup is erased again', async () => {
  const { id } = await target.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'student@example.org')
    .executeTakeFirstOrThrow()
  await eraseAccount(target.db, id)
  const { erasedAgain } = await restoreFrom('quiet', {
    identity: key,
    replace: true,
  })
  expect(erasedAgain).toBe(1)
  const found = await target.db.selectFrom('users').select('id').where('id', '=', id).execute()
  expect(found).toEqual([])
})

test('a restore that was interrupted leaves a database that the program refuses, and can be run again', async () => {
  let stored = 0
  const failing: Files = {
    ...targetFiles,
    put: async (...file) => {
      stored += 1
      if (stored > 5) throw new Error('the disk is full')
      await targetFiles.put(...file)
    },
  }
  await expect(restoreFrom('written', { replace: true, files: failing })).rejects.toThrow(
    'the disk is full',
  )
  const { connection } = target
  await expect(migrate({ connection, log: silentLog })).rejects.toThrow(/did not finish/)
  const { config } = app.parts
  const half = backUp(
    { config, connection, db: target.db, files: targetFiles, log: silentLog },
    { file: path.join(folder, 'half'), recipient: undefined },
    { program: '1.0.0', now: new Date() },
  )
  await expect(half).rejects.toThrow(/did not finish/)
  // The list of erased accounts is preserved.
  expect(await restoreFrom('written')).toMatchObject({ erasedAgain: 1 })
  await migrate({ connection, log: silentLog })
})

test('what cannot or must not be restored is refused with a sentence, and changes nothing', async () => {
  const before = await digests(target.db)
  const refused = (name: string, given: Parameters<typeof restoreFrom>[1] = { replace: true }) =>
    expect(restoreFrom(name, given)).rejects

  await refused('written', {}).toThrow(/already a site here, with \d+ accounts and files/)
  await refused('written', { replace: true, fingerprint: 'another' }).toThrow(/another secret/)
  await refused('quiet').toThrow(/is encrypted: pass --identity/)
  const wrong = await generateX25519Identity()
  await refused('quiet', { identity: wrong, replace: true }).toThrow(/for a different key/)
  await refused('nowhere').toThrow(/cannot be read \(ENOENT\)/)

  const whole = await readFile(path.join(folder, 'written'))
  for (const length of [0, 10, whole.length / 2, whole.length - 100]) {
    await writeFile(path.join(folder, 'cut'), whole.subarray(0, length))
    await refused('cut').toThrow(/is damaged or truncated/)
  }
  for (let at = 50; at < whole.length - 100; at += Math.ceil(whole.length / 20)) {
    const flipped = Buffer.from(whole)
    flipped[at]! ^= 1
    await writeFile(path.join(folder, 'flipped'), flipped)
    await refused('flipped').toThrow(/is damaged or truncated/)
  }

  const about = { schema: 99_999, secret_fingerprint: 'ours' }
  await writeAbout('newer', about)
  await refused('newer').toThrow(/made by a newer version/)

  const { files } = app.parts
  const intoRunning = restore(
    { connection: app.database.connection, db: app.db, files, log: silentLog },
    { file: path.join(folder, 'written'), identity: undefined },
    { fingerprint: 'ours', anySecret: false, replace: true },
  )
  await expect(intoRunning).rejects.toThrow(/is running: stop it/)

  const other = await createOwnedDatabase()
  await sql`create table elsewhere (id int)`.execute(other.db)
  const intoOther = restore(
    { connection: other.connection, db: other.db, files: targetFiles, log: silentLog },
    { file: path.join(folder, 'written'), identity: undefined },
    { fingerprint: 'ours', anySecret: false, replace: true },
  )
  await expect(intoOther).rejects.toThrow(/another program’s tables/)
  await other.drop()

  expect(await digests(target.db)).toEqual(before)
})

const writeAbout = async (name: string, given: { schema: number; secret_fingerprint: string }) =>
  writeArchive(
    { file: path.join(folder, name), recipient: undefined },
    {
      format: 1,
      made_at: new Date().toISOString(),
      program: '9.0.0',
      postgres: '18',
      site_name: 'Lodestar',
      public_url: 'http://localhost',
      ...given,
    },
    async () => ({
      tables: {},
      sequences: {},
      jobs: 0,
      queues: [],
      files: { count: 0, bytes: 0, missing: [], damaged: [] },
    }),
  )

test('a backup of an older program is brought up to date', async () => {
  const old = await createOwnedDatabase()
  try {
    await migrate({ connection: old.owner, log: silentLog, restoring: { upTo: 60 } })
    // A column that older programs did not have.
    await sql`alter table migrations drop column contracts`.execute(old.db)
    const { config, files } = app.parts
    const site = { config, connection: old.owner, db: old.db, files, log: silentLog }
    const file = path.join(folder, 'old')
    const { about } = await backUp(
      site,
      { file, recipient: undefined },
      { program: '0.9.0', now: new Date() },
    )
    expect(about.schema).toBe(60)
    await restoreFrom('old', { replace: true })
    expect((await TABLES.execute(target.db)).rows).toEqual((await TABLES.execute(app.db)).rows)
  } finally {
    await old.drop()
  }
})

test('files that the site no longer needs stay until a backup is made, which is one at a time', async () => {
  const { db, database } = app
  const client = await openClient(database.connection)
  await blockFileRemoval(client)
  await db
    .updateTable('files')
    .set({ owner_id: null })
    .where('content_type', '=', 'text/plain; charset=utf-8')
    .execute()
  const sweep = () => sweepFiles({ ...app.parts, quota: 0 })
  expect(await sweep()).toBe(0)
  const second = await openClient(database.connection)
  await expect(blockFileRemoval(second, 1)).rejects.toThrow(/Another backup/)
  await second.end()
  await client.end()
  await eventually(async () => expect(await sweep()).toBeGreaterThan(0))
})

test('a file that is missing or damaged is named, and the others are there', async () => {
  const [missing, damaged] = await app.db
    .selectFrom('files')
    .select(['storage_key', 'size'])
    .where('owner_id', 'is not', null)
    .where('stored_at', 'is not', null)
    .orderBy('id')
    .execute()
  await app.parts.files.remove(missing!.storage_key)
  await app.parts.files.put(damaged!.storage_key, Buffer.from('short'), 5)
  const { manifest } = await backUpTo('holes')
  expect(manifest.files).toMatchObject({
    missing: [missing!.storage_key],
    damaged: [damaged!.storage_key],
  })
  await restoreFrom('holes', { replace: true })
  expect(Object.keys(await hashesOf(targetFiles))).toHaveLength(manifest.files.count)
})

test('a backup that cannot be encrypted or written fails instead of waiting forever, and does not block the next', async () => {
  await expect(backUpTo('mistyped.age', 'age1mistyped')).rejects.toThrow()
  const recipient = await identityToRecipient(key)
  await expect(backUpTo('no-such-folder/lost.age', recipient)).rejects.toThrow('ENOENT')
  for (const name of ['full.age', 'full.tar.zst']) {
    await symlink('/dev/full', path.join(folder, `${name}.unfinished`))
    const secret = name.endsWith('.age') ? recipient : undefined
    await expect(backUpTo(name, secret)).rejects.toThrow('ENOSPC')
  }
  await backUpTo('after-failures.tar.zst')
  expect(await readdir(folder)).toContain('after-failures.tar.zst')
})

test('a backup appears whole or not at all, for its owner alone, and old ones go', async () => {
  const failing: Files = {
    ...app.parts.files,
    get: async () => {
      throw new Error('the bucket is away')
    },
  }
  const { config, db } = app.parts
  const made = backUp(
    { config, connection: app.database.connection, db, files: failing, log: silentLog },
    { file: path.join(folder, 'half'), recipient: await identityToRecipient(key) },
    { program: '1.0.0', now: new Date() },
  )
  await expect(made).rejects.toThrow('the bucket is away')
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([])
  await using handle = await open(path.join(folder, 'written'))
  expect((await handle.stat()).mode & 0o777).toBe(0o600)

  const names = [1, 2, 3].map((day) =>
    nameOfBackup(new Date(`2026-11-0${day}T03:00:00Z`), day === 2),
  )
  for (const name of [...names, 'notes.txt']) await writeFile(path.join(folder, name), '')
  expect(await deleteOldBackups(folder, 2, new Date())).toEqual([names[0]])
  expect(await readdir(folder)).toEqual(expect.arrayContaining([names[1], names[2], 'notes.txt']))
})
