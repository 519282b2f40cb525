import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { AROUND, BACK, FRONT, KILLS } from '#testing/chaos/faults'
import type { Fault } from '#testing/chaos/faults'
import { insertPeople } from '#testing/chaos/people'
import { LEARNERS, runRounds } from '#testing/chaos/rounds'
import { startChaosSite } from '#testing/chaos/site'
import type { DatabaseKind } from '#testing/chaos/site'
import { makeDataFolder } from '#testing/throw-away-database'

// npm run bench -- chaos: a site under the load of a day, to which one thing after the other is done. After each, everything that was
// acknowledged must be there, once. Prints the seed, with which `-- chaos --seed N` does the same things in the same order.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)

const FAULTS: Record<DatabaseKind, Record<string, Fault>> = {
  embedded: { ...KILLS, ...FRONT, ...AROUND },
  external: { ...KILLS, ...BACK },
}

const run = async (kind: DatabaseKind, rounds: number) => {
  const faults = Object.fromEntries(
    Object.entries(FAULTS[kind]).filter(([name]) => name.includes(values.only)),
  )
  if (rounds < 1 || Object.keys(faults).length === 0) return
  const dataDir = await makeDataFolder()
  const site = await startChaosSite({ dataDir, kind, prepare: (db) => insertPeople(db, LEARNERS) })
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
    await rm(dataDir, { recursive: true })
  }
}

await run('embedded', Math.ceil(rounds * 0.6))
await run('external', Math.floor(rounds * 0.4))
