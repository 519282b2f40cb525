import { equal, throws } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

import { files } from '#contract/files'
import { tutor } from '#contract/tutor'
import { startMailSink } from '#testing/mail-sink'
import { persistentClient } from '#testing/persistent-client'

import { onceOnly, signIn } from './actor.ts'
import { ADVISOR, emailOf } from './people.ts'
import type { Random } from './random.ts'
import type { ChaosSite } from './site.ts'

/** Injects a fault into a site under load, and reverts it if needed. */
export type Fault = (site: ChaosSite, random: Random) => Promise<void>

/** A file request without a response after this long will get none. */
const ANSWERS_WITHIN_MS = 30_000

const between = (random: Random, least: number, most: number) => sleep(random.between(least, most))

const killDatabase = async (site: ChaosSite): Promise<void> => {
  process.kill(await site.postmaster(), 'SIGKILL')
}

const restart = async (site: ChaosSite) => {
  await site.kill()
  await site.start()
}

/** Asks the tutor, on whichever node responds. */
const askTutor = async (url: string, random: Random) => {
  const client = persistentClient(url, () => {})
  await signIn(client, emailOf(0), random)
  const calls = client.call(tutor)
  const { id } = await calls.startConversation({ body: {} }, onceOnly())
  const text = 'How do plants drink?'
  await calls.askTutor({ params: { id }, body: { text } }, onceOnly())
  const { items } = await calls.listMessages({ params: { id } })
  const [question, answer] = items
  equal(question?.text, text)
  equal(answer?.state, 'done')
  equal(answer?.origin, 'coach')
}

/** Faults of the program and its database. */
export const KILLS = {
  'the program is killed': restart,
  'PostgreSQL is killed': killDatabase,
  'both are killed': async (site) => {
    await Promise.all([killDatabase(site), restart(site)])
  },
  'the program is killed, and again while it starts': async (site, random) => {
    await site.kill()
    const again = AbortSignal.timeout(random.between(200, 1500))
    await site.start(again).catch(() => {})
    await site.kill()
    await site.start()
  },
  'the program is asked to stop': async (site) => {
    const postmaster = await site.postmaster()
    // It exits with 1 if shutdown takes more than nine seconds (server/main.ts).
    equal(await site.stop(), 0, 'the exit code')
    if (!site.back) throws(() => process.kill(postmaster, 0), { code: 'ESRCH' })
    await site.start()
  },
} satisfies Record<string, Fault>

/** Faults of the network between users and the program. */
export const CLIENT_FAULTS = {
  'connections of people are cut': async ({ front }, random) => {
    front.cut()
    await between(random, 0, 1000)
    front.open()
  },
  'connections of people stall': async ({ front }, random) => {
    front.stall()
    await between(random, 500, 9000)
    front.open()
  },
  'connections of people are slow': async ({ front }, random) => {
    front.slow(random.between(20, 400))
    await between(random, 1000, 3000)
    front.open()
  },
} satisfies Record<string, Fault>

/** Faults of the network between the program and an external database. */
export const DATABASE_FAULTS = {
  'connections to the database are cut': async ({ back }, random) => {
    back?.cut()
    await between(random, 0, 3000)
    back?.open()
  },
  'connections to the database stall, and go on': async ({ back }, random) => {
    back?.stall()
    await between(random, 500, 8000)
    back?.open()
  },
  'connections to the database stall, and are lost': async ({ back }, random) => {
    back?.stall()
    await between(random, 500, 8000)
    back?.cut()
    back?.open()
  },
  'connections to the database are dead, and nobody says so': async ({ back }) => back?.abandon(),
  'connections to the database are slow': async ({ back }, random) => {
    back?.slow(random.between(5, 60))
    await between(random, 1000, 3000)
    back?.open()
  },
  'the database says that nothing more will come': async ({ back }) => back?.halfClose(),
} satisfies Record<string, Fault>

/** Faults of the disk: `site.disk` contains the site's data. */
export const DISK = {
  'the power is cut': async (site, random) => {
    let end = Infinity
    const client = persistentClient(
      site.url,
      () => {},
      () => Date.now() < end,
    )
    await signIn(client, ADVISOR, random)
    await between(random, 0, 1000)
    const text = `${random.between(0, 1_000_000)}`
    const form = new FormData()
    form.set('file', new File([text], 'notes.txt'))
    const { url } = await client.call(files).uploadFile({ form }, onceOnly())
    // Immediately: the most recently acknowledged writes are most at risk.
    await site.cutPower()
    await site.start()
    end = Date.now() + ANSWERS_WITHIN_MS
    equal(String(await client.download(url)), text, 'what was uploaded last')
  },
  'the disk is full': async ({ disk }, random) => {
    await disk?.fill()
    await between(random, 1000, 4000)
    await disk?.free()
  },
  'the disk is full, and PostgreSQL is killed': async (site, random) => {
    await site.disk?.fill()
    await between(random, 0, 500)
    await killDatabase(site)
    await between(random, 1000, 4000)
    await site.disk?.free()
  },
} satisfies Record<string, Fault>

/** Faults of services that are optional for a while. */
export const MACHINE_FAULTS = {
  'the mail server is away': async ({ mail }, random) => {
    await mail.sink.stop()
    await between(random, 500, 4000)
    mail.sink = await startMailSink(mail.sink)
  },
  'the tutor’s model ends in the middle of an answer': async ({ url, tutor }, random) => {
    tutor.behaviour = random.pick([{ breaksAfter: [] }, { breaksAfter: ['What have '] }])
    await askTutor(url, random)
    tutor.behaviour = { answers: ['What have you tried? '] }
  },
} satisfies Record<string, Fault>

/** Only if `site.clock` can be moved. PostgreSQL keeps the real time. */
export const CLOCK = {
  'the clock jumps': async ({ clock }, random) => {
    await clock?.move(random.pick([-3600, -60, -5, 5, 60, 3600, 7200]))
    await between(random, 1000, 3000)
    await clock?.move(0)
  },
} satisfies Record<string, Fault>
