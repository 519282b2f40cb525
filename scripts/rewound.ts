import path from 'node:path'
import { parseArgs } from 'node:util'

import { completeRewind } from '#features/backup'
import { openFiles } from '#platform/files'

import { onDatabase } from './on-database.ts'

// npm run db:rewound: once, after the database was recovered to an earlier moment and before the site starts. --delete-unnamed
// deletes the files that were stored after that moment. Exits with 2 if files of the site are missing, and lists them.

const { values } = parseArgs({ options: { 'delete-unnamed': { type: 'boolean' } } })
const deleteUnnamed = values['delete-unnamed'] ?? false

await onDatabase(
  async ({ config, connection, dataDir, db, log }) => {
    const files = await openFiles(config, path.join(dataDir, 'files'))
    const result = await completeRewind({ connection, db, files }, { deleteUnnamed })
    log.info('Numbers issued after the moment of the recovery are not issued again.')
    log.info(
      `Files stored after it, without a row: ${result.unnamed.length}${deleteUnnamed ? ', deleted' : ''}.`,
    )
    if (result.missing.length === 0) return
    for (const key of result.missing) log.warn(`Missing: files/${key}`)
    log.warn(`Files of the site that were deleted after it: ${result.missing.length}.`)
    process.exitCode = 2
  },
  { migrating: false },
)
