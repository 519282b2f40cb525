import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

import { IMPERSONAL, PERSONAL_DATA } from '../server/features/privacy/personal-data.ts'

// Only the owner of a table writes it, and others read it by the owner's views or functions (decisions/0076). Remaining reads of
// a foreign table are listed in table-reads.txt, as "feature table" per line; that list may only shrink: -- --update removes
// unused lines.

const ALLOWED = 'scripts/table-reads.txt'

const OWNERS = new Map([
  ...Object.entries(PERSONAL_DATA).map(([table, { owner }]) => [table, owner] as const),
  ...Object.entries(IMPERSONAL),
])

/** Sample people with a past: rows with old timestamps, which no operation writes. */
const INVENTED = 'server/features/sample/'

const WRITES = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(/g
const READS = /\b(?:selectFrom|from|using|\w*[jJ]oin(?:Lateral)?)\(/g
/** Names of tables in the first argument of a call: 'users', 'users as person' or a list of them. */
const NAMES = /^\s*(?:'(\w+)(?: as \w+)?'|\[((?:\s*'\w+(?: as \w+)?'\s*,?)+)\s*\])/
const SQL_WRITES =
  /\b(?:insert\s+into|delete\s+from|(?<!\bfor (?:no key )?)update|merge\s+into|truncate)\s+(\w+)/gi
const SQL_READS = /\b(?<!\bdelete\s+)(?:from|join|using)\s+(\w+)/gi

type Use = { writes: boolean; table: string; at: number }

const usesIn = (code: string): Use[] => {
  const called = (calls: RegExp, writes: boolean) =>
    [...code.matchAll(calls)].flatMap((call) => {
      const at = call.index + call[0].length
      const [, one, several] = NAMES.exec(code.slice(at, at + 500)) ?? []
      const names = one ? [one] : [...(several ?? '').matchAll(/'(\w+)/g)].map(([, name]) => name!)
      return names.map((table) => ({ writes, table, at }))
    })
  const named = (statements: RegExp, writes: boolean) =>
    [...code.matchAll(statements)].map(({ 1: table, index }) => ({
      writes,
      table: table!,
      at: index,
    }))
  return [
    ...called(WRITES, true),
    ...called(READS, false),
    ...named(SQL_WRITES, true),
    ...named(SQL_READS, false),
  ]
}

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'server/*.ts', 'server/**/*.ts'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !/\.(test|gen|d)\.ts$/.test(file))

/** Names a table without a literal: only privacy does, which erases and finds use according to the tables' declarations. */
const NAMELESS = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*['[])|\bsql\.table\(/g
const BY_DECLARATION = new Set([
  'server/features/privacy/erase.ts',
  'server/features/privacy/used-accounts.ts',
])

const writes: string[] = []
const reads = new Map<string, string>()
for (const file of new Set(files)) {
  const [, feature = 'platform'] = /^server\/features\/([\w-]+)\//.exec(file) ?? []
  const code = withoutComments(readFileSync(file, 'utf8'))
  const lineAt = (index: number) => `${file}:${code.slice(0, index).split('\n').length}`
  if (feature !== 'platform' && !BY_DECLARATION.has(file)) {
    for (const { index } of code.matchAll(NAMELESS)) {
      writes.push(`${lineAt(index)} writes a table without saying which.`)
    }
  }
  for (const use of usesIn(code)) {
    const owner = OWNERS.get(use.table)
    if (owner === undefined || owner === feature || file.startsWith(INVENTED)) continue
    const place = lineAt(use.at)
    if (use.writes) writes.push(`${place} writes ${use.table}, which belongs to ${owner}.`)
    else reads.set(`${feature} ${use.table}`, place)
  }
}

const allowed = readFileSync(ALLOWED, 'utf8').split('\n').filter(Boolean)
const fresh = [...reads].filter(([pair]) => !allowed.includes(pair))
const stale = allowed.filter((pair) => !reads.has(pair))
if (process.argv.includes('--update')) {
  writeFileSync(
    ALLOWED,
    allowed
      .filter((pair) => reads.has(pair))
      .map((pair) => `${pair}\n`)
      .join(''),
  )
}
const problems = [
  ...writes,
  ...fresh.map(
    ([pair, place]) => `${place}: ${pair.replace(' ', ' reads ')}, of which it is not the owner.`,
  ),
  ...(process.argv.includes('--update')
    ? []
    : stale.map((pair) => `${ALLOWED}: "${pair}" is not needed any more.`)),
  ...(allowed.join() === allowed.toSorted().join() ? [] : [`${ALLOWED} is not sorted.`]),
]
if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}
