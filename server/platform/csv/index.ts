import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'

type Rows = AsyncIterable<(string | null)[][]> | Iterable<(string | null)[][]>

/** Line endings required by RFC 4180 and OneRoster. */
const lines = (rows: readonly (readonly (string | null)[])[]) =>
  stringify(rows as (string | null)[][], { record_delimiter: '\r\n' })

/** Streams a table as CSV. @param bom makes Excel detect UTF-8 */
export const csvOf = (
  header: readonly string[],
  batches: Rows,
  { bom }: { bom: boolean },
): Readable =>
  Readable.from(
    (async function* () {
      yield (bom ? '\uFEFF' : '') + lines([header])
      for await (const rows of batches) if (rows.length > 0) yield lines(rows)
    })(),
    { objectMode: false },
  )
