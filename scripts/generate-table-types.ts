import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'

import { startThrowAwayDatabase } from '#testing/throw-away-database'

// npm run db:types: generates the table types from a freshly migrated database. With -- --check, changes nothing, and fails if
// they are outdated.

const TABLES = 'server/platform/database/tables.gen.ts'

/** As parsed by server/platform/database/type-parsers.ts. */
const TYPES = {
  timestamptz: 'string',
  timestamp: 'string',
  date: 'string',
  int8: 'number',
  numeric: 'number',
}

/** PostgreSQL reports every column of a view as nullable. These are nullable in their source: */
const NULLABLE: Record<string, readonly string[]> = {
  Accounts: [
    'country',
    'avatar_file_id',
    'date_of_birth',
    'deletion_due_at',
    'email',
    'email_verified_at',
    'interests',
    'licence_expires_on',
    'parent_email',
    'portfolio_published_at',
    'portfolio_slug',
    'school_email',
    'sign_in_name',
    'time_zone',
  ],
  AdultAccounts: [],
  KnownNames: [],
  NamedFiles: ['owner_id'],
  Guardianships: ['ended_at', 'ended_by', 'kept_at', 'milestone_seen', 'overridden_at'],
  RosterSuspensions: [],
  StandingLinks: ['ended_at', 'ended_by', 'kept_at', 'milestone_seen', 'overridden_at'],
}

const typedViews = (tables: string): string =>
  tables.replaceAll(/^export interface (\w+) \{[^}]*\}/gm, (table, name: string) =>
    NULLABLE[name]
      ? table.replaceAll(/(\w+): (.*) \| null;/g, (line, column: string, type: string) =>
          NULLABLE[name]?.includes(column) ? line : `${column}: ${type};`,
        )
      : table,
  )

const before = await readFile(TABLES, 'utf8').catch(() => '')
const server = await startThrowAwayDatabase()
try {
  const { host, user, password, database } = server.connection
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${TABLES}`,
      `--type-mapping=${JSON.stringify(TYPES)}`,
      '--exclude-pattern=public.migrations',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await writeFile(TABLES, typedViews(await readFile(TABLES, 'utf8')))
} finally {
  await server.stop()
}

if (process.argv.includes('--check') && (await readFile(TABLES, 'utf8')) !== before) {
  await (before ? writeFile(TABLES, before) : rm(TABLES))
  console.error(`${TABLES} is not up to date: run npm run db:types.`)
  process.exitCode = 1
}
