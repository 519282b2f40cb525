import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '#platform/database'

import type { DatabaseUser } from './database-user.ts'
import { clearOldPostmaster, readPostmasterPid, stopProcess } from './postmaster-pid.ts'

export type PostmasterOptions = {
  postgres: string
  directory: string
  socketFolder: string
  user: DatabaseUser
  settings: Record<string, string | number>
  log: Log
}

const LONGEST_RESTART_DELAY_MS = 3000

/** Starts PostgreSQL and restarts it whenever it ends, until `stop`. */
export const runPostmaster = async (
  options: PostmasterOptions,
): Promise<{ stop: () => Promise<void> }> => {
  const { log } = options
  let stopping = false
  let current: Postmaster | undefined
  // Prevents an orphan if the program ends without a clean shutdown (an uncaught error).
  const atExit = () => current?.process.kill('SIGINT')
  process.on('exit', atExit)

  const superviseFrom = async (): Promise<void> => {
    for (let delay = 0; ; delay = Math.min(LONGEST_RESTART_DELAY_MS, delay * 2 + 100)) {
      if (current) {
        await current.ended
        delay = 0
        current = undefined
        if (!stopping) log.error('PostgreSQL ended unexpectedly; starting it again.')
      }
      await sleep(delay)
      if (stopping) return
      current = await start(options).catch((error: Error) => {
        log.error({ err: error }, 'PostgreSQL could not be started again yet.')
        return undefined
      })
    }
  }

  current = await start(options)
  const supervision = superviseFrom()
  return {
    stop: async () => {
      stopping = true
      const { process: child } = current ?? {}
      if (child?.pid) await stopProcess(child.pid, () => isRunning(child))
      await supervision
      process.off('exit', atExit)
    },
  }
}

type Postmaster = { process: ChildProcess; ended: Promise<void> }

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Resolves when PostgreSQL accepts connections. Crash recovery may take long, so the only limit is its exit. */
const start = async (options: PostmasterOptions): Promise<Postmaster> => {
  await clearOldPostmaster(options)
  const settings = { ...options.settings, unix_socket_directories: options.socketFolder }
  const child = spawn(
    options.postgres,
    [
      '-D',
      options.directory,
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      ...options.user,
      cwd: options.directory,
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A session of its own: Ctrl+C in the terminal stops Lodestar, which still needs the database to finish.
      detached: true,
    },
  )
  const lastLines: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > 5) lastLines.shift()
    options.log.debug({ postgres: line }, 'PostgreSQL says')
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lastLines.push(error.message)
      resolve()
    })
    child.once('close', () => resolve())
  })
  while (child.pid !== undefined && isRunning(child)) {
    const state = await readPostmasterPid(options.directory)
    if (state?.pid === child.pid && state.ready) return { process: child, ended }
    await sleep(10)
  }
  await ended
  throw new Error(`PostgreSQL did not start: ${lastLines.join(' / ')}`)
}
