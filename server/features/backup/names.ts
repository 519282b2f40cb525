import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 24 * 3_600_000
const BACKUP = /^lodestar-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.zst(\.age)?$/
const UNFINISHED = /^lodestar-.*\.unfinished$/

/** `lodestar-2026-11-22T183000Z.tar.zst`, with the suffix `.age` if encrypted. Sorts by time. */
export const nameOfBackup = (now: Date, isEncrypted: boolean): string =>
  `lodestar-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst${isEncrypted ? '.age' : ''}`

/** Removes all backups of a folder but the newest, and what was left of those that were interrupted. Returns the names of the former. */
export const deleteOldBackups = async (
  folder: string,
  count: number,
  now: Date,
): Promise<string[]> => {
  const names = await readdir(folder)
  const old = names
    .filter((name) => BACKUP.test(name))
    .toSorted()
    .slice(0, -count)
  for (const name of old) await rm(path.join(folder, name))
  for (const name of names.filter((name) => UNFINISHED.test(name))) {
    const place = path.join(folder, name)
    if (now.getTime() - (await stat(place)).mtimeMs > DAY_MS) await rm(place, { force: true })
  }
  return old
}
