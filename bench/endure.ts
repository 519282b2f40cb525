import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import autocannon from 'autocannon'

import { hashPassword } from '#features/auth'

import { PASSWORD } from './create-learners.ts'
import { databaseOf, startBenchServer } from './databases.ts'
import { type Flood, floodsOf, signIn } from './floods.ts'
import { startSite } from './start-site.ts'
import { targetsOf } from './targets.ts'

// npm run bench -- endure: effects of floods of expensive requests on everyone else's, and memory use after minutes of mixed load.
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
/** Reads per second during a flood. */
const READS = 100
const MIXED = 300
/** In the mixed load, one in this many requests. */
const RARE = { signIn: 100, pdf: 150, submit: 10 }

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
  const floodOf = (next: Flood['next']) =>
    autocannon({
      url,
      connections: 32,
      duration: seconds,
      requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    })

  await reading()
  const idle = await reading()
  const alone = await hashesPerSecond()
  const rows: string[] = []
  for (const { name, next } of await floodsOf(targets, SIZE.learners)) {
    const [flood, meanwhile] = await Promise.all([floodOf(next), reading()])
    const busy = flood.statusCodeStats?.['503']?.count ?? 0
    const done = flood['2xx'] / flood.duration
    const measured = [
      `${done.toFixed(0)}${name === 'sign-ins' ? ` (${(done / alone).toFixed(2)} of bare hashes)` : ''}`,
      `${busy}; ${flood.non2xx - busy}`,
      `${meanwhile.latency.p99} ms: ${(meanwhile.latency.p99 / idle.latency.p99).toFixed(1)}`,
      meanwhile.non2xx + meanwhile.errors,
    ]
    rows.push(`| ${name} | ${measured.join(' | ')} |`)
  }

  const memory: string[] = []
  const { next: submission } = loadOf('submit')
  let sent = 0
  const anyLearner = () => 1 + Math.floor(Math.random() * SIZE.learners)
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
          if (sent % RARE.signIn === 0) return { ...request, ...signIn(anyLearner()) }
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
| flood by 32 connections | done per second | 503; other failures | p99 of ${READS} reads/s by others, against idle (${idle.latency.p99} ms; ≤ 3) | failures of these |
|---|---|---|---|---|
${rows.join('\n')}

| work | at most | measured |
|---|---|---|
| memory in MiB after each of ${minutes} minutes of ${requests.average.toFixed(0)} mixed requests/s | 200, flat | ${memory.join(', ')} |
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
