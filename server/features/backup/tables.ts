import { type Client, escapeIdentifier } from 'pg'

// Tables are listed from the database's catalog, so none can be forgotten.

const CHUNK = 8 * 2 ** 20
const NEWLINE = 10

/** A table, its quoted name, and its columns except generated ones. */
export type Table = { name: string; quoted: string; columns: string[] }

export const columnList = (columns: string[]): string => columns.map(escapeIdentifier).join(', ')

export const listTables = async (client: Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name, quote_ident(relname) AS quoted,
           (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
           ) AS columns
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    ORDER BY relname`)
  return rows
}

export const listSequences = async (client: Client): Promise<Record<string, number | null>> => {
  const { rows } = await client.query<{ name: string; last: number | null }>(`
    SELECT sequencename AS name, last_value::float8 AS last
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export const hasJobTables = (client: Client): Promise<boolean> => tableExists(client, 'pgboss.job')

export const tableExists = async (client: Client, table: string): Promise<boolean> => {
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [table])
  return rows[0]!.found !== null
}

/**
 * Regroups a stream of rows into chunks of about 8 MB of whole rows. (A line break inside a value is escaped, so it is never byte
 * 10.)
 */
export const inChunks = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of rows) {
    const end = size + piece.length < CHUNK ? 0 : piece.lastIndexOf(NEWLINE) + 1
    waiting.push(piece.subarray(0, end || undefined))
    size += piece.length
    if (end === 0) continue
    yield Buffer.concat(waiting)
    waiting = end < piece.length ? [piece.subarray(end)] : []
    size = piece.length - end
  }
  if (size > 0) yield Buffer.concat(waiting)
}
