import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = {
  number: number
  name: string
  sql: string
  checksum: string
  /** Removes something that the previous program version needs, declared by its first line: `-- contract`. */
  contracts: boolean
}

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/** Reads the files NNNN-name.sql of a folder, in order. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  const numbers = new Set(migrations.map(({ number }) => number))
  if (numbers.size < migrations.length)
    throw new Error(`Two migrations in ${folder} have the same number: ${names.join(', ')}`)
  return migrations
}

const readMigration = async (folder: string, file: string): Promise<Migration> => {
  const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
  if (!number || !name) throw new Error(`A migration is called NNNN-name.sql, not ${file}`)
  // A checkout on another system may have other line endings.
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(number), name, sql, checksum, contracts: /^-- contract\b/.test(sql) }
}

/** Number of this program's last migration. */
export const newestMigration = async (): Promise<number> =>
  (await readMigrations(MIGRATIONS_FOLDER)).at(-1)?.number ?? 0
