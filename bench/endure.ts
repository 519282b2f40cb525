import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import autocannon from 'autocannon'

import { hashPassword } from '#features/auth'

import { emailOf, PASSWORD } from './create-learners.ts'
import { databaseOf, startBenchServer } from './databases.ts'
import { startSite } from './start-site.ts'
import { targetsOf } from './targets.ts'

// npm run bench -- endure: effects of a flood of sign-ins on itself and on others, and memory use after minutes of mixed load.
// Prints a table.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
  },
})
const minutes = Number(values.minutes)
const seconds = Number(values.seconds)

const SIZE = { learners: 1000, submissions: 50_000 }
/** Reads per second while others sign in. */
const READS = 100
const MIXED = 300
/** In the mixed load, one in this many requests. */
const RARE = { signIn: 100, pdf: 150, submit: 10 }

const anyAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

const signIn = (): autocannon.Request => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
  body: JSON.stringify({
    email: emailOf(1 + Math.floor(Math.random() * SIZE.learners)),
    password: PASSWORD,
  }),
})

const server = await startBenchServer()
try {
  const site = await startSite(await databaseOf(server.connection, SIZE))
  const targets = await targetsOf(site.ports, SIZE)
  const url = `http://127.0.0.1:${site.ports.product}`
  const loadOf = (name: string) => targets.find((each) => each.name.includes(name))!.load
  const reads = targets.flatMap(({ name, load }) =>
    name.endsWith(', warm') ? (load.requests ?? []) : [],
  )

  const reading = () =>
    autocannon({ url, connections: 8, overallRate: READS, duration: seconds, requests: reads })
  const flood = () =>
    autocannon({
      url,
      connections: 32,
      duration: seconds,
      requests: [{ setupRequest: (request) => ({ ...request, ...signIn() }) }],
    })

  await reading()
  const idle = await reading()
  const alone = await hashesPerSecond()
  const [flooded, meanwhile] = await Promise.all([flood(), reading()])
  const signIns = flooded['2xx'] / flooded.duration
  const refused = flooded.non2xx - (flooded.statusCodeStats?.['503']?.count ?? 0)

  const memory: string[] = []
  const { next: submission } = loadOf('submit')
  let sent = 0
  const mixed = autocannon({
    url,
    connections: 16,
    overallRate: MIXED,
    duration: minutes * 60,
    requests: [
      {
        setupRequest: (request) => {
          sent += 1
          const read = reads[sent % reads.length]!
          if (sent % RARE.signIn === 0) return { ...request, ...signIn() }
          if (sent % RARE.pdf === 0) {
            return { ...request, ...read, method: 'GET', path: '/api/transcript.pdf' }
          }
          return { ...request, ...(sent % RARE.submit === 0 ? submission?.() : read) }
        },
      },
    ],
  })
  for (let minute = 0; minute < minutes; minute += 1) {
    await sleep(60_000)
    memory.push(site.memory().toFixed(0))
  }
  const { non2xx, errors, requests } = await mixed

  console.log(`
| work | at least, at most | measured |
|---|---|---|
| sign-ins per second, against bare hashes (${alone.toFixed(0)}) | ≥ 0.85 | ${signIns.toFixed(0)}: ${(signIns / alone).toFixed(2)} |
| p99 of ${READS} reads/s while others flood sign-in, against idle (${idle.latency.p99} ms) | ≤ 3 | ${meanwhile.latency.p99} ms: ${(meanwhile.latency.p99 / idle.latency.p99).toFixed(1)} |
| failures of these reads; answers to the flood that are neither 2xx nor 503 | 0; 0 | ${meanwhile.non2xx + meanwhile.errors}; ${refused} |
| memory in MiB after each of ${minutes} minutes of ${requests.average.toFixed(0)} mixed requests/s | ≤ 200, flat | ${memory.join(', ')} |
| failures of the mixed load | 0 | ${non2xx + errors} |
`)
  site.stop()
} finally {
  await server.stop()
}

/** Hashes at the site's concurrency, without any other load. */
async function hashesPerSecond() {
  const until = performance.now() + seconds * 1000
  let hashes = 0
  const worker = async () => {
    while (performance.now() < until) {
      await hashPassword(PASSWORD)
      hashes += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return hashes / seconds
}
