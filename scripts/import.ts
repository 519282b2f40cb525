import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { importFromDisk, importSummary, isUnderWay, UnreadableRoster } from '#features/rosters'
import { CannotStart } from '#platform/database'
import { openFiles } from '#platform/files'
import { createJobs } from '#platform/jobs'
import { openPubSub } from '#platform/pubsub'

import { onDatabase } from './on-database.ts'

// npm run import -- /srv/roster: imports a folder, a ZIP or a CSV file. The site must be running: it reads the file and, within the
// limits set at Admin → Imports, applies it. Options: --format simple, --dry-run (a preview only), --wait 3600 (seconds).
// Exits with 0 if it is applied (or previewed), 1 if it failed or is still running, 2 if it waits for an admin.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    format: { type: 'string', default: 'oneroster' },
    'dry-run': { type: 'boolean', default: false },
    wait: { type: 'string', default: '3600' },
  },
})
const [given] = positionals
const { format } = values
const seconds = Number(values.wait)
if (given === undefined || (format !== 'oneroster' && format !== 'simple') || !(seconds >= 0)) {
  process.stderr.write(
    'Pass a folder, a ZIP or a CSV file: npm run import -- /srv/roster [--format simple] [--dry-run] [--wait 3600]\n',
  )
  process.exit(1)
}

const isMissing = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

await onDatabase(
  async ({ config, connection, dataDir, db, log }) => {
    const pubsub = await openPubSub(connection, log)
    const jobs = createJobs(connection, pubsub, log)
    try {
      jobs.accept('roster-read')
      await jobs.start({ work: false })
      const parts = { db, jobs, files: await openFiles(config, path.join(dataDir, 'files')) }
      const id = await importFromDisk(parts, path.join(dataDir, 'uploads'), path.resolve(given), {
        format,
        isAutomatic: !values['dry-run'],
        madeBy: null,
        now: new Date(),
      }).catch((error: unknown) => {
        throw error instanceof UnreadableRoster || isMissing(error)
          ? new CannotStart(error.message)
          : error
      })
      const until = Date.now() + seconds * 1000
      let summary = await importSummary(db, id)
      while (isUnderWay(summary) && Date.now() < until) {
        await sleep(500)
        summary = await importSummary(db, id)
      }
      process.stdout.write(`${summary.sentence} ${config.publicUrl}${summary.path}\n`)
      process.exitCode = summary.state === 'ready' && values['dry-run'] ? 0 : summary.exitCode
    } finally {
      await jobs.stop()
      await pubsub.close()
    }
  },
  { migrating: false },
)
