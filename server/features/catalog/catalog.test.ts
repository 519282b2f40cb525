import { afterAll, expect, it } from 'vitest'

import { openDatabase, transaction } from '#platform/database'
import { createTestDatabase } from '#testing/database'
import { createQuest } from '#testing/quest-builder'
import { silentLog } from '#testing/silent-log'

import { catalogVersion, findCatalog } from './catalog.ts'

const { connection, db, drop } = await createTestDatabase()
afterAll(drop)

const readVersion = async (database: typeof db) => {
  const { version } = await database
    .selectNoFrom(catalogVersion.as('version'))
    .executeTakeFirstOrThrow()
  return version
}

const rename = (database: typeof db, id: string) =>
  database.updateTable('quests').set({ title: 'Renamed' }).where('id', '=', id).execute()

it('never shows a change that was rolled back, though its transaction has read it', async () => {
  const { id } = await createQuest(db, [{ pillar: 'creativity', xp: 100 }], { title: 'As it was' })
  const before = await readVersion(db)
  const work = transaction(db, async (db) => {
    await rename(db, id)
    // Asked with the version from before the change, and with its own.
    for (const version of [before, await readVersion(db)]) {
      const catalog = await findCatalog(db, version)
      expect(catalog.quest(id)?.title).toBe('Renamed')
    }
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  const catalog = await findCatalog(db, await readVersion(db))
  expect(catalog.quest(id)?.title).toBe('As it was')
})

it('reaches whoever waits for it, also if a transaction reads it first', async () => {
  await createQuest(db, [{ pillar: 'creativity', xp: 100 }])
  const version = await readVersion(db)
  const busy = openDatabase({ connection, poolSize: 1, log: silentLog })
  const released = Promise.withResolvers<void>()
  const holding = busy.connection().execute(() => released.promise)
  try {
    const waiting = findCatalog(busy, version)
    await transaction(db, (db) => Promise.resolve(findCatalog(db, version)))
    released.resolve()
    expect((await waiting).version).toBe(version)
  } finally {
    released.resolve()
    await holding
    await busy.destroy()
  }
})

it('is read once in a transaction that changes nothing more', async () => {
  const { id } = await createQuest(db, [{ pillar: 'creativity', xp: 100 }])
  await transaction(db, async (db) => {
    await rename(db, id)
    const version = await readVersion(db)
    const first = await findCatalog(db, version)
    expect(await findCatalog(db, version)).toBe(first)
  })
})
