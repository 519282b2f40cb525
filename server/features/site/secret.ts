import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '#platform/config'
import { cannotRead, CannotStart, type Db, transaction } from '#platform/database'

import { findSetting } from './settings.ts'

/**
 * Key material of this site: APP_SECRET, else the file `secret` in the data folder, created at the first start. Never stored in
 * the database, so that a copy of the database alone decrypts nothing; only a fingerprint is, which detects nodes with different
 * secrets. (An older version stored the secret in `settings`: it is moved to the file.)
 * @param accept accepts a secret that does not match the database; see `npm run keys:rotate`
 * @throws CannotStart if the database belongs to another secret
 */
export const findSecret = async (
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  db: Db,
  dataDir: string,
  { accept = false } = {},
): Promise<Uint8Array> => {
  const file = path.join(dataDir, 'secret')
  const old = await findText(db, 'secret')
  const known = (await findText(db, 'secret_fingerprint')) ?? (old && fingerprintOf(old))
  if (old !== undefined) await writeSecret(file, old)

  const secret = APP_SECRET ?? (await readSecret(file)) ?? (await makeSecret(file, known, accept))
  // An old secret beside APP_SECRET dates from before APP_SECRET was set.
  const isOther = known !== undefined && known !== fingerprintOf(secret)
  if (isOther && !accept && !(APP_SECRET && old)) throw new CannotStart(OTHER_SECRET)
  await rememberSecret(db, fingerprintOf(secret), accept)
  return Buffer.from(secret)
}

/** Fingerprint of this site's secret, if it has one yet. */
export const fingerprintOfSecret = async (
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
  dataDir: string,
): Promise<string | undefined> => {
  const secret = APP_SECRET ?? (await readSecret(path.join(dataDir, 'secret')))
  return secret && fingerprintOf(secret)
}

const OTHER_SECRET =
  'This database belongs to a site with another secret. Give every node the same APP_SECRET, or put the file "secret" of the old data folder into the new one. If it is lost, npm run keys:rotate takes the present secret: everyone signs in again, and links in emails under way stop working.'

const findText = async (db: Db, name: string): Promise<string | undefined> => {
  const stored = await findSetting(db, name)
  return stored === undefined ? undefined : String(stored)
}

const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('fingerprint').digest('base64url').slice(0, 22)

/** Stores the fingerprint, and deletes the secret that an older version left in the database. */
const rememberSecret = (db: Db, fingerprint: string, replace: boolean) =>
  transaction(db, async (db) => {
    const value = JSON.stringify(fingerprint)
    await db
      .insertInto('settings')
      .values({ name: 'secret_fingerprint', value })
      .onConflict((conflict) =>
        replace ? conflict.column('name').doUpdateSet({ value }) : conflict.doNothing(),
      )
      .execute()
    // Another node may have been first.
    if ((await findText(db, 'secret_fingerprint')) !== fingerprint)
      throw new CannotStart(OTHER_SECRET)
    await db.deleteFrom('settings').where('name', '=', 'secret').execute()
  })

const makeSecret = async (file: string, known: string | undefined, accept: boolean) => {
  if (known !== undefined && !accept) throw new CannotStart(OTHER_SECRET)
  await writeSecret(file, randomBytes(48).toString('base64'))
  return (await readSecret(file))!
}

const readSecret = async (file: string): Promise<string | undefined> => {
  try {
    const text = await readFile(file, 'utf8')
    await chmod(file, 0o600)
    return text.trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw cannotRead(file, error)
  }
}

/** Creates the file unless it exists; atomic, and durable through a power failure. */
const writeSecret = async (file: string, secret: string) => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o711 })
  const unfinished = `${file}.${randomUUID()}`
  try {
    await using handle = await open(unfinished, 'wx', 0o600)
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
    await link(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  await using folder = await open(path.dirname(file))
  await folder.sync()
}
