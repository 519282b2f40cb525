import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { Client } from 'pg'
import { pino } from 'pino'

import type { ServerAddress } from '#platform/database'

import { databaseOf, startBenchServer } from './databases.ts'
import type { Load } from './load.ts'
import { startSite } from './start-site.ts'
import { targetsOf } from './targets.ts'

// npm run bench -- plans: plans of PostgreSQL's most expensive statements, by EXPLAIN (ANALYZE, BUFFERS) during the bench,
// compared with the saved plans. Exits with 1 if one has changed; --keep saves the current ones.

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } })

const SIZE = { learners: 1000, submissions: 50_000 }
const REQUESTS_EACH = 40
const HOTTEST = 10
const KEPT = path.join(import.meta.dirname, 'plans.json')
/** Statements of the bench itself and of pg-boss. */
const NOT_OURS = /pgboss|bench_|pg_current_xact_id|pg_notify|^(begin|commit|rollback)/i

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}
type Explained = { 'Query Text': string; Plan: Plan }
type Statement = { statement: string; calls: number; ms: number; blocks: number; plan: string[] }
type StoredPlan = Pick<Statement, 'statement' | 'plan'>

const lines: string[] = []
/** Excludes the setup, which would log half a gigabyte of plans. */
let isMeasuring = false
const log = pino(
  { level: 'debug' },
  {
    write: (text: string) => {
      const { postgres } = JSON.parse(text) as { postgres?: string }
      if (isMeasuring && postgres !== undefined) lines.push(postgres)
    },
  },
)

/** Makes PostgreSQL log the plan of each statement. */
const explainAll = async ({ database, ...server }: ServerAddress, isOn: boolean) => {
  const client = new Client({ ...server, database: 'postgres' })
  await client.connect()
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '0',
  }
  // The library's settings are only known once it is loaded.
  await client.query("load 'auto_explain'")
  for (const [name, value] of Object.entries(settings))
    await client.query(
      `alter database ${database} ${isOn ? `set ${name} = ${value}` : `reset ${name}`}`,
    )
  await client.end()
}

/** Sequential requests, so that statements are logged in order. */
const send = async (port: number, { requests, next, prepare }: Load) => {
  await prepare?.()
  for (let i = 0; i < REQUESTS_EACH; i += 1) {
    const { method, path, headers, body } = requests ? requests[i % requests.length]! : next!()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: method ?? 'GET',
      headers: headers as Record<string, string>,
      body: body as string | undefined,
    })
    const text = await response.text()
    if (response.ok) continue
    console.log(`Left out: ${method} ${path} (${response.status} ${text.slice(0, 100)})`)
    return
  }
}

const shapeOf = (plan: Plan, depth = 0): string[] => {
  const { 'Node Type': node, 'Relation Name': table, 'Index Name': index, Plans = [] } = plan
  const line = [node, index && `using ${index}`, table && `on ${table}`].filter(Boolean).join(' ')
  return [`${'  '.repeat(depth)}${line}`, ...Plans.flatMap((each) => shapeOf(each, depth + 1))]
}

/** Lines up to the next message belong to the previous one. */
const readExplained = (): { ms: number; explained: Explained }[] => {
  const messages: { ms: number; json: string }[] = []
  for (const line of lines) {
    const ms = /duration: ([\d.]+) ms {2}plan:$/.exec(line)?.[1]
    if (ms !== undefined) messages.push({ ms: Number(ms), json: '' })
    else if (line.startsWith('\t')) (messages.at(-1) ?? { json: '' }).json += line
  }
  return messages.flatMap(({ ms, json }) => {
    try {
      return [{ ms, explained: JSON.parse(json) as Explained }]
    } catch {
      // Two connections wrote at the same moment.
      return []
    }
  })
}

const listStatements = (): Statement[] => {
  const statements = new Map<string, Statement>()
  for (const { ms, explained } of readExplained()) {
    const { 'Query Text': statement, Plan: plan } = explained
    if (NOT_OURS.test(statement)) continue
    const known = statements.get(statement)
    const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    statements.set(statement, {
      statement,
      calls: (known?.calls ?? 0) + 1,
      ms: (known?.ms ?? 0) + ms,
      blocks: (known?.blocks ?? 0) + blocks,
      plan: shapeOf(plan),
    })
  }
  return [...statements.values()].toSorted((a, b) => b.ms - a.ms)
}

const work = async () => {
  const server = await startBenchServer(log)
  try {
    const connection = await databaseOf(server.connection, SIZE)
    await explainAll(connection, true)
    const site = await startSite(connection)
    try {
      const targets = await targetsOf(site.ports, SIZE)
      isMeasuring = true
      for (const { port, load } of targets)
        if (port === 'product') await send(site.ports.product, load)
    } finally {
      site.stop()
      await explainAll(connection, false)
    }
  } finally {
    await server.stop()
  }
}

const short = (statement: string) => `${statement.replace(/\s+/g, ' ').slice(0, 100)}…`

await work()
const statements = listStatements()
const hottest = statements.slice(0, HOTTEST)
console.log('| calls | ms each | blocks each | statement |\n|---|---|---|---|')
for (const { calls, ms, blocks, statement } of hottest)
  console.log(
    `| ${calls} | ${(ms / calls).toFixed(2)} | ${Math.round(blocks / calls)} | ${short(statement)} |`,
  )

const kept: StoredPlan[] = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : []
let changed = 0
for (const { statement, plan } of kept) {
  const now = statements.find((each) => each.statement === statement)
  if (!now) {
    console.log(`\nNo more run in these words: ${short(statement)}`)
    continue
  }
  if (now.plan.join('\n') === plan.join('\n')) continue
  changed += 1
  console.log(
    `\nRun differently: ${short(statement)}\n\nbefore:\n${plan.join('\n')}\n\nnow:\n${now.plan.join('\n')}`,
  )
}
const isKept = new Set(kept.map(({ statement }) => statement))
for (const { statement } of hottest)
  if (!isKept.has(statement)) console.log(`\nNew among the hottest: ${short(statement)}`)

if (values.keep) {
  const keeping = hottest.map(({ statement, plan }): StoredPlan => ({ statement, plan }))
  writeFileSync(KEPT, `${JSON.stringify(keeping, undefined, 2)}\n`)
  console.log(`\nKept ${keeping.length}.`)
} else {
  console.log(`\n${kept.length - changed} of ${kept.length} kept plans are as they were.`)
  process.exitCode = changed > 0 ? 1 : 0
}
