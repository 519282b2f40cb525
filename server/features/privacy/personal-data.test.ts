import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '#testing/start-app'

import { IMPERSONAL, PERSONAL_DATA, type PersonalData } from './personal-data.ts'

let app: TestApp
let columns: { table: string; column: string; onDelete: string | null }[]
beforeAll(async () => {
  app = await startApp()
  const { rows } = await sql<(typeof columns)[number]>`
    select c.relname as table, a.attname as column,
           (select f.confdeltype from pg_constraint f
            where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'users'::regclass
              and f.conkey = array[a.attnum]) as "onDelete"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(app.db)
  columns = rows
})
afterAll(() => app.stop())

const declared = (table: string): PersonalData | undefined =>
  new Map<string, PersonalData>(Object.entries(PERSONAL_DATA)).get(table)

test('every table is declared: as personal, or as holding nothing about a person', () => {
  const undeclared = new Set(columns.map(({ table }) => table).filter((table) => !declared(table)))
  expect([...undeclared].toSorted()).toEqual(
    Object.keys(IMPERSONAL)
      .filter((table) => columns.some((column) => column.table === table))
      .toSorted(),
  )
  const gone = Object.keys(PERSONAL_DATA).filter((t) => !columns.some(({ table }) => table === t))
  expect(gone).toEqual([])
})

test('every column that names a person is declared, and goes with the account as declared', () => {
  const names =
    /^(user|learner|owner|child|author|actor|subject|submitter|guardian|advisor)_id$|_by$/
  for (const { table, column, onDelete } of columns) {
    if (onDelete === null && !names.test(column)) continue
    const data = declared(table)
    const where = `${table}.${column}`
    expect([...(data?.of ?? []), ...(data?.mentions ?? [])], where).toContain(column)
    if (data?.mentions?.includes(column) && onDelete !== null) expect(onDelete, where).toBe('n')
    else if (data?.outlived?.includes(column)) expect(onDelete, where).toBe('n')
    else if (data?.erased === 'cascade') expect(onDelete, where).toBe('c')
    else if (data?.erased === 'set null') expect(onDelete, where).toBe('n')
  }
})

test('declared columns exist, and what looks like a secret is declared as one', () => {
  for (const [table, data] of Object.entries<PersonalData>(PERSONAL_DATA)) {
    const own = columns.filter((column) => column.table === table).map(({ column }) => column)
    expect(own).toEqual(
      expect.arrayContaining([...data.of, ...(data.mentions ?? []), ...(data.secret ?? [])]),
    )
    if (data.exported !== true) continue
    const secrets = own.filter((column) => /(^|_)(hash|seed|secret|token)$/.test(column))
    expect(data.secret ?? [], table).toEqual(expect.arrayContaining(secrets))
  }
})
