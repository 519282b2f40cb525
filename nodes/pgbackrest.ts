import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import S3rver from 's3rver'

import { run, serverUser } from './server-process.ts'

const SETTINGS = path.resolve(import.meta.dirname, '../deploy/pgbackrest')
const CERTIFICATE = path.resolve(import.meta.dirname, '../testing/certificate')
const ARCHIVE_COMMAND = 'pgbackrest --stanza=lodestar archive-push'

export type PgBackRest = {
  /** Further lines of postgresql.conf for an archiving server. */
  settings: string
  /**
   * Runs a command for the stanza, and returns its output.
   * @param options.data folder of another database than the primary
   * @param options.key another key than the repository's
   */
  run: (args: readonly string[], options?: { data?: string; key?: string }) => Promise<string>
  stop: () => Promise<void>
}

/** Configures pgBackRest as in deploy/pgbackrest, with a bucket and folders of this machine. */
export const setUpPgBackRest = async (folder: string, port: number): Promise<PgBackRest> => {
  const [key, cert] = await Promise.all(
    ['localhost.key.pem', 'localhost.pem'].map((name) => readFile(path.join(CERTIFICATE, name))),
  )
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 'repository'),
    configureBuckets: [{ name: 'lodestar-database', configs: [] }],
    key,
    cert,
  })
  const { port: bucketPort } = await bucket.run()

  const own = await createFolder(folder, 'pgbackrest')
  const sockets = await createFolder(folder, 'sockets')
  for (const name of ['conf.d', 'spool', 'lock', 'log']) await createFolder(own, name)
  const example = await readFile(path.join(SETTINGS, 'pgbackrest.conf'), 'utf8')
  await writeFile(
    path.join(own, 'pgbackrest.conf'),
    example
      .replace(
        'repo1-s3-endpoint=s3.elsewhere.example',
        `repo1-s3-endpoint=127.0.0.1\nrepo1-storage-port=${bucketPort}\nrepo1-storage-verify-tls=n`,
      )
      .replace(
        'spool-path=/var/spool/pgbackrest',
        `spool-path=${own}/spool\nlock-path=${own}/lock\nlog-path=${own}/log`,
      )
      .replace(
        'pg1-path=/var/lib/postgresql/15/main',
        `pg1-path=${folder}/primary\npg1-port=${port}\npg1-socket-path=${sockets}`,
      ),
  )
  const keys = await readFile(path.join(SETTINGS, 'keys.conf.example'), 'utf8')
  await writeFile(
    path.join(own, 'conf.d/keys.conf'),
    keys
      .replace('=KEY', '=of the drill')
      .replace('ACCESS-KEY-ID', 'S3RVER')
      .replace('SECRET-ACCESS-KEY', 'S3RVER'),
  )
  const archive = await readFile(path.join(SETTINGS, 'archive.conf'), 'utf8')
  // Connections through the folder of sockets need no password, as with Debian's peer authentication.
  const hba = path.join(own, 'pg_hba.conf')
  await writeFile(
    hba,
    'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n',
  )

  return {
    settings: `
unix_socket_directories = '${sockets}'
hba_file = '${hba}'
${archive.replace(ARCHIVE_COMMAND, `pgbackrest --config-path=${own} --stanza=lodestar archive-push`)}`,
    run: (args, { data, key } = {}) => {
      const place = data === undefined ? [] : [`--pg1-path=${data}`]
      return run(
        'pgbackrest',
        [`--config-path=${own}`, '--stanza=lodestar', ...place, ...args],
        key === undefined ? {} : { PGBACKREST_REPO1_CIPHER_PASS: key },
      )
    },
    stop: () => bucket.close(),
  }
}

const createFolder = async (parent: string, name: string) => {
  const folder = path.join(parent, name)
  await mkdir(folder)
  if (serverUser) await chown(folder, serverUser.uid, serverUser.gid)
  return folder
}
