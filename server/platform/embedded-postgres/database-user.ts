import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { CannotStart } from '#platform/database'

/** User that PostgreSQL runs as; undefined for the user who runs Lodestar. */
export type DatabaseUser = { uid: number; gid: number } | undefined

const NAME = 'lodestar'

/**
 * PostgreSQL refuses to run as root. It then runs as the owner of the existing files, or else as the system user `lodestar`,
 * which is created if missing.
 */
export const databaseUser = async (databaseFolder: string): Promise<DatabaseUser> => {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(databaseFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findUser() ?? createUser()
}

const findUser = (): DatabaseUser => {
  const [uid, gid] = ['-u', '-g'].map((which) => {
    const { status, stdout } = spawnSync('id', [which, NAME], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid && gid ? { uid, gid } : undefined
}

const createUser = (): DatabaseUser => {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    NAME,
  ])
  if (!findUser()) spawnSync('adduser', ['-S', '-D', '-H', NAME]) // BusyBox
  const user = findUser()
  if (user) return user
  throw new CannotStart(
    `PostgreSQL does not run as root and the system user "${NAME}" could not be created; create it, or start Lodestar as another user.`,
  )
}

/** True if `user` may enter the folder or execute the file at `path`; asks the system, so that ACLs are included. */
export const canReach = (user: DatabaseUser, path: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' }).status === 0

/** The outermost folder on the path that `user` may not enter. */
export const firstBarrier = (user: DatabaseUser, path: string): string | undefined => {
  const outer = dirname(path) === path ? undefined : firstBarrier(user, dirname(path))
  return outer ?? (canReach(user, path) ? undefined : path)
}
