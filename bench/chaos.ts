import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { createMovableClock } from '#testing/chaos/clock'
import { mountDisk } from '#testing/chaos/disk'
import {
  MACHINE_FAULTS,
  DATABASE_FAULTS,
  CLOCK,
  DISK,
  type Fault,
  CLIENT_FAULTS,
  KILLS,
} from '#testing/chaos/faults'
import { insertPeople } from '#testing/chaos/people'
import { LEARNERS, runRounds } from '#testing/chaos/rounds'
import { startChaosSite } from '#testing/chaos/site'
import { createDataFolder } from '#testing/throw-away-database'

// npm run bench -- chaos: injects faults, one after the other, into a site under a typical day's load. After each, everything
// acknowledged must exist exactly once. Prints the seed, with which `-- chaos --seed N` repeats the same faults in the same
// order.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)
const MEGABYTES = 1500

const disk = await mountDisk(MEGABYTES)
if (!disk) console.log('No disk is filled and no power cut: mounting is not permitted here.')
const clock = await createMovableClock()
if (!clock) console.log('The clock is not moved: libfaketime is not installed.')

const FAULTS: Record<'embedded' | 'external', Record<string, Fault>> = {
  embedded: { ...KILLS, ...CLIENT_FAULTS, ...MACHINE_FAULTS, ...(disk ? DISK : {}) },
  external: { ...KILLS, ...DATABASE_FAULTS, ...(clock ? CLOCK : {}) },
}

const run = async (kind: 'embedded' | 'external', rounds: number) => {
  const faults = Object.fromEntries(
    Object.entries(FAULTS[kind]).filter(([name]) => name.includes(values.only)),
  )
  if (rounds < 1 || Object.keys(faults).length === 0) return
  const usesDisk = disk && kind === 'embedded'
  const dataDir = usesDisk ? path.join(disk.folder, 'data') : await createDataFolder()
  if (usesDisk) await mkdir(dataDir, { mode: 0o711 })
  const site = await startChaosSite({
    dataDir,
    kind,
    prepare: (db) => insertPeople(db, LEARNERS),
    ...(usesDisk ? { disk } : {}),
    ...(clock && kind === 'external' ? { clock } : {}),
  })
  console.log(`\n${rounds} rounds with ${kind} PostgreSQL, seed ${seed}`)
  try {
    const day = await runRounds(site, {
      seed,
      rounds,
      faults,
      tell: (round, fault, ms) => console.log(`${round}. ${fault}: ${(ms / 1000).toFixed(1)} s`),
    })
    await day.everyLetterArrives()
    const answers = [...day.answers].toSorted(([a], [b]) => a - b)
    console.log(
      `${day.acknowledged()} things done; answers by status: ${answers.map((each) => each.join(': ')).join(', ')}`,
    )
  } finally {
    await site.end()
    if (!usesDisk) await rm(dataDir, { recursive: true })
  }
}

try {
  await run('embedded', Math.ceil(rounds * 0.6))
  await run('external', Math.floor(rounds * 0.4))
} finally {
  await disk?.remove()
  await clock?.remove()
}
