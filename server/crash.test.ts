import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'

import { type Disk, mountDisk } from '#testing/chaos/disk'
import { DISK, KILLS } from '#testing/chaos/faults'
import { insertPeople } from '#testing/chaos/people'
import { randomFrom } from '#testing/chaos/random'
import { LEARNERS, runRounds, startDay } from '#testing/chaos/rounds'
import { type ChaosSite, startChaosSite } from '#testing/chaos/site'
import { eventually } from '#testing/eventually'
import { createDataFolder } from '#testing/throw-away-database'

// The whole program on a durable database, with faults injected while people use it. `npm run bench -- chaos` injects more.

const disk = await mountDisk(1024)
const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

const start = async (on: { dataDir: string; disk?: Disk }): Promise<ChaosSite> => {
  const site = await startChaosSite({
    ...on,
    kind: 'embedded',
    prepare: (db) => insertPeople(db, LEARNERS),
  })
  clean.push(site.end)
  return site
}

const startInFolder = async () => {
  const dataDir = await createDataFolder()
  clean.push(() => rm(dataDir, { recursive: true }))
  return start({ dataDir })
}

const startOnDisk = async (disk: Disk) => {
  clean.push(disk.remove)
  const dataDir = path.join(disk.folder, 'data')
  await mkdir(dataDir, { mode: 0o711 })
  return start({ dataDir, disk })
}

/** A run can be repeated with its seed, which the error of a failed run contains. */
const anySeed = () => Date.now() % 1_000_000

test('whatever is killed, all that was acknowledged is there, and nothing is there twice', async () => {
  const site = await startInFolder()
  await runRounds(site, { seed: anySeed(), rounds: 5, faults: KILLS })
}, 240_000)

test('asked to stop, it answers what it has begun', async () => {
  const site = await startInFolder()
  const day = await startDay(site, anySeed(), { again: false })
  await day.everybodyGoesOn()
  expect(await site.stop()).toBe(0)
  await day.left

  // Without retries: stored means acknowledged, and acknowledged means stored.
  await site.start()
  await site.onDatabase(day.checkStored)
}, 300_000)

/** Each connection reads it before its next statement. */
const switchFsyncOff = (site: ChaosSite) =>
  site.onDatabase(async (db) => {
    await sql`ALTER SYSTEM SET fsync = off`.execute(db)
    await sql`SELECT pg_reload_conf()`.execute(db)
    await eventually(async () => {
      const { rows } = await sql`SHOW fsync`.execute(db)
      expect(rows).toEqual([{ fsync: 'off' }])
    })
  })

test.skipIf(!disk)(
  'a power cut loses nothing that was acknowledged; without fsync, it does',
  async () => {
    const site = await startOnDisk(disk!)
    const seed = anySeed()
    const day = await startDay(site, seed)
    clean.push(day.end)
    const cutPower = async () => {
      await day.everybodyGoesOn()
      await DISK['the power is cut'](site, randomFrom(seed))
      await day.everybodyGoesOn()
      await day.check()
    }
    await cutPower()

    await switchFsyncOff(site)
    await expect(cutPower()).rejects.toThrow()
  },
  240_000,
)
