import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'

type Rows = AsyncIterable<(string | null)[][]>

/** Lines end as RFC 4180 and OneRoster have it. */
const lines = (rows: readonly (readonly (string | null)[])[]) =>
  stringify(rows as (string | null)[][], { record_delimiter: '\r\n' })

/** A table as CSV, written as it is read, whatever its length. @param bom so that Excel takes it for UTF-8 */
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
