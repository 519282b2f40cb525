import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { restore } from '#features/backup'
import { fingerprintOfSecret } from '#features/site'
import { cannotRead, CannotStart } from '#platform/database'
import { openFiles } from '#platform/files'

import { onDatabase } from './on-database.ts'

// npm run restore -- /backups/lodestar-….tar.zst: restores a backup into an empty site. --identity names the key file of an
// encrypted backup; --replace allows a site that is not empty, --without-secret one whose secret is lost.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    identity: { type: 'string' },
    replace: { type: 'boolean' },
    'without-secret': { type: 'boolean' },
  },
})
const [file] = positionals
if (file === undefined) {
  process.stderr.write('Pass a backup file: npm run restore -- /backups/lodestar-….tar.zst\n')
  process.exit(1)
}

/** In age-keygen's format: the key is surrounded by comments. */
const readIdentity = async (place: string | undefined): Promise<string | undefined> => {
  if (place === undefined) return undefined
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    throw cannotRead(place, error)
  })
  const key = /^AGE-SECRET-KEY-\S+$/m.exec(text)?.[0]
  if (key === undefined) throw new CannotStart(`${place} contains no age key.`)
  return key
}

await onDatabase(
  async ({ config, connection, dataDir, db, log }) => {
    const { about, manifest, erasedAgain } = await restore(
      { connection, db, files: await openFiles(config, path.join(dataDir, 'files')), log },
      { file: path.resolve(file), identity: await readIdentity(values.identity) },
      {
        fingerprint: await fingerprintOfSecret(config, dataDir),
        anySecret: values['without-secret'] ?? false,
        replace: values.replace ?? false,
      },
    )
    log.info(
      `Restored ${about.site_name} as it was at ${about.made_at}: ${manifest.tables.users?.rows} accounts, ${manifest.files.count} files, ${manifest.jobs} waiting jobs.`,
    )
    if (erasedAgain > 0)
      log.info(`Accounts erased after the backup and now erased again: ${erasedAgain}.`)
    if (about.public_url !== config.publicUrl)
      log.warn(
        `It was at ${about.public_url}, but these settings say ${config.publicUrl}: signed records name the old address.`,
      )
    if (values['without-secret']) log.warn('Run npm run keys:rotate before you start the site.')
  },
  { migrating: false },
)
