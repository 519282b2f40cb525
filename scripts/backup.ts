import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { backUp, deleteOldBackups, nameOfBackup, recordBackup } from '#features/backup'
import { CannotStart } from '#platform/database'
import { openFiles } from '#platform/files'

import { onDatabase } from './on-database.ts'

// npm run backup -- --to /backups --keep 14: copies the site, its database and its files, into one file. The site may be running.
// Exits with 0; with 1 if there is no backup; with 2 if there is one, but files of the site were already missing or damaged.

const { values } = parseArgs({
  options: { to: { type: 'string' }, keep: { type: 'string' } },
})

/** The file, or a folder in which the backup gets a name with its time. */
const placeOf = async (to: string, name: string): Promise<string> => {
  const found = await stat(to).catch(() => undefined)
  if (found?.isFile()) throw new CannotStart(`${to} already exists.`)
  if (!found && path.extname(to)) return to
  await mkdir(to, { recursive: true, mode: 0o700 })
  return path.join(to, name)
}

await onDatabase(
  async ({ config, connection, dataDir, db, log }) => {
    const keep = Number(values.keep ?? Infinity)
    if (!(keep >= 1)) throw new CannotStart('Pass how many backups to keep: --keep 14')
    const now = new Date()
    const recipient = config.BACKUP_RECIPIENT
    const file = await placeOf(
      path.resolve(values.to ?? path.join(dataDir, 'backups')),
      nameOfBackup(now, recipient !== undefined),
    )
    const files = await openFiles(config, path.join(dataDir, 'files'))
    const { version } = JSON.parse(
      await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8'),
    ) as { version: string }
    const { manifest } = await backUp(
      { config, connection, db, files, log },
      { file, recipient },
      { program: version, now },
    )
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    const { count, missing, damaged } = manifest.files
    const { size } = await stat(file)
    await recordBackup(db, {
      made_at: now.toISOString(),
      bytes: size,
      is_encrypted: recipient !== undefined,
      lacks: missing.length + damaged.length,
    })
    log.info(
      `${file}: ${rows} rows, ${count} files, ${manifest.jobs} waiting jobs, ${(size / 1e6).toFixed(1)} MB, ${recipient ? 'encrypted' : 'not encrypted (BACKUP_RECIPIENT is not set)'}.`,
    )
    if (values.keep !== undefined) {
      const old = await deleteOldBackups(path.dirname(file), keep, now)
      for (const name of old) log.info(`Removed ${name}.`)
    }
    for (const key of missing) log.warn(`The site’s file ${key} is missing.`)
    for (const key of damaged) log.warn(`The site’s file ${key} is damaged.`)
    if (missing.length + damaged.length > 0) process.exitCode = 2
  },
  { migrating: false },
)
