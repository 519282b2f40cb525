import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '#platform/database'

/** What PostgreSQL writes into postmaster.pid: its process on line 1, the folder of its socket on line 5, its state on line 8. */
export const readPostmasterPid = async (
  directory: string,
): Promise<{ pid: number; socketFolder: string; ready: boolean } | undefined> => {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * Makes way for a new postmaster. An app that was killed leaves its PostgreSQL behind: that one is stopped, which is quick and
 * clean; then settings and supervision are always those of this program. The file of a dead one is removed when another program
 * has got its process id by now, because PostgreSQL would take that one for a server and refuse to start.
 *
 * Only call this while holding the folder's lock.
 */
export const clearOldPostmaster = async (options: {
  directory: string
  socketFolder: string
  log: Log
}): Promise<void> => {
  const { directory, socketFolder, log } = options
  const old = await readPostmasterPid(directory)
  if (old && isPostmasterOf(directory, old.pid)) {
    log.info(`Stopping the PostgreSQL (process ${old.pid}) that an earlier run left behind.`)
    await stopProcess(old.pid, () => isPostmasterOf(directory, old.pid))
  }
  // While it names a dead process it stays: with it PostgreSQL finds backends that outlived their postmaster, and waits.
  if (old && isTaken(old.pid)) await rm(join(directory, 'postmaster.pid'), { force: true })
  for (const name of await readdir(socketFolder))
    if (name.startsWith('.s.PGSQL.')) await rm(join(socketFolder, name), { force: true })
}

const isTaken = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether process `pid` runs and is a PostgreSQL server on this cluster directory. */
const isPostmasterOf = (directory: string, pid: number): boolean => {
  const command = commandLine(pid)
  return command.includes('postgres') && command.includes(` -D ${directory} `)
}

// Not /proc/<pid>/exe or cwd: in a container, root may not read those of another user.
const commandLine = (pid: number): string => {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Fast shutdown; after `patience` ms an immediate one (PostgreSQL then recovers from its log at the next start); then the end. */
export const stopProcess = async (
  pid: number,
  isAlive: () => boolean,
  patience = 6000,
): Promise<void> => {
  for (const [signal, wait] of [
    ['SIGINT', patience],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return // gone
    }
    for (const end = Date.now() + wait; Date.now() < end; await sleep(15)) if (!isAlive()) return
  }
}
