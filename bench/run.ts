import { cpus } from 'node:os'
import { parseArgs } from 'node:util'

import { databaseOf, type Size, startBenchServer } from './databases.ts'
import { type Measured, run } from './load.ts'
import { startSite } from './start-site.ts'
import { type Target, targetsOf } from './targets.ts'

// npm run bench: the product's routes compared with two references, at two sizes, in one run. Prints a table.
// npm run bench -- --large 10000x500000 --seconds 1 --rounds 2 --only dashboard

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000x50000' },
    large: { type: 'string', default: '100000x5000000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
})

const sizeOf = (text: string): Size => {
  const [learners = 0, submissions = 0] = text.split('x').map(Number)
  return { learners, submissions }
}

const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const sizes = [sizeOf(values.small), sizeOf(values.large)]

const server = await startBenchServer()
const sites: Awaited<ReturnType<typeof startSite>>[] = []
/** With CPU time per request in µs. */
type Result = Measured & { site: number; database: number }
const results = new Map<string, Result[][]>()
try {
  const targets: Target[][] = []
  for (const size of sizes) {
    const site = await startSite(await databaseOf(server.connection, size))
    sites.push(site)
    targets.push(await targetsOf(site.ports, size))
  }
  const wanted = (name: string) =>
    name.startsWith('reference') || values.only.split(',').some((word) => name.includes(word))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, { name }] of targets[0]!.entries()) {
      if (!wanted(name)) continue
      for (const [size, site] of sites.entries()) {
        const { port, load } = targets[size]![i]!
        await load.prepare?.()
        const before = site.used()
        const measured = await run(site.ports[port], load, seconds)
        const after = site.used()
        // The first round warms up.
        if (round === 0) continue
        const sizesOf = results.get(name) ?? [[], []]
        results.set(name, sizesOf)
        const each = 1000 / measured.sent
        sizesOf[size]!.push({
          ...measured,
          site: (after.site - before.site) * each,
          database: (after.database - before.database) * each,
        })
      }
    }
  }
  print(targets[0]!.filter(({ name }) => wanted(name)))
} finally {
  for (const site of sites) site.stop()
  await server.stop()
}

function print(targets: Target[]) {
  const median = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  const of = (name: string, size: number) => {
    const runs = results.get(name)?.[size] ?? []
    return {
      requests: median(runs.map(({ requests }) => requests)),
      p99: median(runs.map(({ p99 }) => p99)),
      cpu: `${Math.round(median(runs.map(({ site }) => site)))} + ${Math.round(median(runs.map(({ database }) => database)))}`,
      failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    }
  }
  const [small, large] = sizes.map(
    ({ learners, submissions }) =>
      `${learners.toLocaleString('en')} / ${submissions.toLocaleString('en')}`,
  )
  console.log(`
${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, 32 connections, ${rounds} rounds of ${seconds} s each; CPU: Node.js + PostgreSQL, per request

| work | at least | ${small}: req/s | ratio | p99 ms | CPU µs | ${large}: req/s | ratio | p99 ms | CPU µs | growth | failed |
|---|---|---|---|---|---|---|---|---|---|---|---|`)
  for (const { name, against, atLeast } of targets) {
    const cells = [0, 1].flatMap((size) => {
      const { requests, p99, cpu } = of(name, size)
      const ratio = against ? (requests / of(against, size).requests).toFixed(2) : ''
      return [Math.round(requests), ratio, p99, cpu]
    })
    const growth = of(name, 0).requests / of(name, 1).requests
    const failed = of(name, 0).failed + of(name, 1).failed
    console.log(
      `| ${[name, atLeast ? `${atLeast} × ${against?.at(-1)}` : '', ...cells, growth.toFixed(2), failed].join(' | ')} |`,
    )
  }
}
