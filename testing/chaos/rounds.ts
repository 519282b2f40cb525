import { deepEqual } from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Db } from '#platform/database'
import { persistentClient, Refused, Unanswered } from '#testing/persistent-client'

import type { Actor } from './actor.ts'
import { startAdvisor } from './advisor.ts'
import type { Fault } from './faults.ts'
import { startLearner } from './learner.ts'
import { isNewcomer, type Newcomers, startNewcomers } from './newcomers.ts'
import { randomFrom } from './random.ts'
import type { ChaosSite } from './site.ts'

/** Even: everyone has a friend. */
export const LEARNERS = 6

/** Longer than an email can be delayed in these rounds: several failed attempts, the last by a node that was killed. */
const EMAIL_TIMEOUT_MS = 300_000

/** No automatic recovery takes longer than this. */
const PROGRESS_TIMEOUT_MS = 60_000

export type Day = {
  /** Waits until every actor has completed another action. */
  everybodyGoesOn: () => Promise<void>
  /** Pauses everyone, and compares what the site shows and stores with what it acknowledged. */
  check: () => Promise<void>
  /** Like `check`, without calling the site. */
  checkStored: (db: Db) => Promise<void>
  /** Ends it, even if the site no longer responds. */
  end: () => Promise<void>
  /** Resolves when every actor has left. */
  left: Promise<unknown>
  everyLetterArrives: () => Promise<void>
  /** Responses by status. */
  answers: Map<number, number>
  acknowledged: () => number
}

/**
 * Simulates the users of a site until it ends.
 * @param options.again false makes actors leave when they get no response
 */
export const startDay = async (
  site: ChaosSite,
  seed: number,
  { again = true } = {},
): Promise<Day> => {
  const answers = new Map<number, number>()
  let isOver = false
  let answersUntil = Infinity
  const client = () =>
    persistentClient(
      site.url,
      (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
      () => again && !isOver && Date.now() < answersUntil,
    )
  const newcomers = startNewcomers(client(), randomFrom(seed))
  const actors = await Promise.all([
    newcomers,
    startAdvisor(client(), randomFrom(seed + 1)),
    ...Array.from({ length: LEARNERS }, (_, i) =>
      startLearner(client(), i, randomFrom(seed + 2 + i)),
    ),
  ])

  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const done = new Map<Actor, number>(actors.map((actor) => [actor, 0]))
  const resting = new Set<Actor>()
  const live = async (actor: Actor) => {
    for (;;) {
      resting.add(actor)
      await gate.promise
      resting.delete(actor)
      if (isOver) return
      await actor.work().catch((error: unknown) => {
        if (error instanceof Unanswered) isOver = true
        else if (!(error instanceof Refused)) throw error
      })
      done.set(actor, done.get(actor)! + 1)
    }
  }
  const lives = Promise.all(actors.map(live))
  lives.catch(() => {}) // reported to whoever awaits it
  /** Fails as soon as one of the actors does. */
  const until = async (condition: () => boolean) => {
    const end = Date.now() + PROGRESS_TIMEOUT_MS
    while (!condition()) {
      if (Date.now() > end) throw new Error('The site does not go on.')
      await Promise.race([sleep(20), lives])
    }
  }

  const rest = async () => {
    gate = Promise.withResolvers()
    await until(() => resting.size === actors.length)
  }

  const checkStored = async (db: Db) => {
    for (const actor of actors) await actor.checkStored(db)
    await checkLedger(db)
    await checkLetters(db, site, newcomers)
    await checkFiles(db, path.join(site.dataDir, 'files'))
  }

  return {
    answers,
    acknowledged: () => [...done.values()].reduce((sum, count) => sum + count, 0),
    everybodyGoesOn: () => {
      const before = new Map(done)
      return until(() => actors.every((actor) => done.get(actor)! > before.get(actor)!))
    },
    check: async () => {
      await rest()
      answersUntil = Date.now() + PROGRESS_TIMEOUT_MS
      for (const { look } of actors) await look?.()
      answersUntil = Infinity
      await site.onDatabase(checkStored)
      const odd = [...answers.keys()].filter((status) => status >= 500 && status !== 503)
      deepEqual(odd, [], 'answers that blame the site')
      gate.resolve()
    },
    end: async () => {
      isOver = true
      gate.resolve()
      await lives.catch(() => {})
    },
    checkStored,
    left: lives,
    everyLetterArrives: () => everyLetterArrives(site, newcomers),
  }
}

/** Everyone's totals equal the sums of the ledger. */
const checkLedger = async (db: Db) => {
  const { rows } = await sql`
    select learner_id, pillar, t.xp, l.xp as ledger
    from (select learner_id, pillar, xp from xp_totals where xp <> 0) t
    full join (select learner_id, pillar, sum(amount) as xp from xp_entries
               group by 1, 2 having sum(amount) <> 0) l using (learner_id, pillar)
    where t.xp is distinct from l.xp`.execute(db)
  deepEqual(rows, [], 'totals that are not what the ledger adds up to')
}

/** Every uploaded file's row has its bytes, and all bytes have a row: interrupted uploads have a reservation. */
const checkFiles = async (db: Db, folder: string) => {
  const rows = await db.selectFrom('files').select(['storage_key', 'size', 'stored_at']).execute()
  const missing: string[] = []
  for (const { storage_key: key, size } of rows.filter(({ stored_at }) => stored_at)) {
    const place = path.join(folder, key.slice(0, 2), key.slice(2, 4), key)
    const found = await stat(place).catch(() => undefined)
    if (found?.size !== size) missing.push(key)
  }
  deepEqual(missing, [], 'rows without their file')
  const keys = new Set(rows.map(({ storage_key }) => storage_key))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const stray = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part') && !keys.has(entry.name))
    .map(({ name }) => name)
  deepEqual(stray, [], 'files without a row')
}

/** Every acknowledged account has an email sent or queued; no other account has one. */
const checkLetters = async (db: Db, site: ChaosSite, { registered }: Newcomers) => {
  const { rows } = await sql<{ to: string }>`
    select data ->> 'to' as "to" from pgboss.job where name = 'mail'`.execute(db)
  const arrived = addressees(site)
  const known = new Set([...arrived, ...rows.map(({ to }) => to)])
  deepEqual(
    registered.filter((email) => !known.has(email)),
    [],
    'lost letters',
  )
  deepEqual(
    [...arrived].filter((email) => !registered.includes(email)),
    [],
    'letters too many',
  )
}

const addressees = ({ mail }: ChaosSite) =>
  new Set(
    mail.sink.letters
      .flatMap(({ to }) => to?.map(({ address }) => address ?? '') ?? [])
      .filter(isNewcomer),
  )

const everyLetterArrives = async (site: ChaosSite, { registered }: Newcomers) => {
  const missing = () => registered.filter((email) => !addressees(site).has(email))
  const end = Date.now() + EMAIL_TIMEOUT_MS
  while (Date.now() < end && missing().length > 0) await sleep(200)
  deepEqual(missing(), [], 'letters that did not come')
}

/** Injects faults into a site under load, in an order determined by the seed. */
export const runRounds = async (
  site: ChaosSite,
  options: {
    seed: number
    rounds: number
    faults: Record<string, Fault>
    tell?: (round: number, fault: string, ms: number) => void
  },
): Promise<Day> => {
  const random = randomFrom(options.seed)
  const day = await startDay(site, options.seed)
  let order: string[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    if (order.length === 0) order = shuffled(Object.keys(options.faults), random.between)
    const name = order.pop()!
    const start = performance.now()
    try {
      await sleep(random.between(300, 1200))
      await options.faults[name]!(site, random)
      await day.everybodyGoesOn()
      await day.check()
    } catch (error) {
      await day.end()
      throw new Error(`Round ${round} of seed ${options.seed} (${name}) failed.`, { cause: error })
    }
    options.tell?.(round, name, performance.now() - start)
  }
  await day.end()
  return day
}

const shuffled = (names: string[], between: (least: number, most: number) => number) =>
  names
    .map((name) => ({ name, at: between(0, 1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ name }) => name)
