import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '#platform/database'

/** Parses postmaster.pid: process id on line 1, socket folder on line 5, state on line 8. */
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
 * Prepares the folder for a new postmaster. Stops the PostgreSQL of a killed app, which is quick and clean, so that settings and
 * supervision are always this program's. Deletes the pid file of a dead one if another program now has its process id: PostgreSQL
 * would take that for a server and refuse to start.
 *
 * Call this only while holding the folder's lock.
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
  // Not deleted while it names a dead process: PostgreSQL uses it to find backends that outlived their postmaster, and waits for
  // them.
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

/** True if process `pid` is a running PostgreSQL server on this cluster directory. */
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

/**
 * Requests a fast shutdown; after `patience` ms an immediate one (PostgreSQL then recovers at the next start); then kills the
 * process.
 */
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
      return // already ended
    }
    for (const end = Date.now() + wait; Date.now() < end; await sleep(15)) if (!isAlive()) return
  }
}
