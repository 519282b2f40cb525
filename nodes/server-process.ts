import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createConnection } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

import { eventually } from '#testing/eventually'

const number = (which: '-u' | '-g', name: string) =>
  Number(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout)

/** User of servers that refuse to run as root: the one created by Debian's packages. */
export const serverUser =
  process.getuid?.() === 0
    ? { uid: number('-u', 'postgres'), gid: number('-g', 'postgres') }
    : undefined

const PACKAGES = '/usr/lib/postgresql'

/** Programs of the newest installed PostgreSQL. */
export const BINARIES = existsSync(PACKAGES)
  ? path.join(
      PACKAGES,
      readdirSync(PACKAGES)
        .toSorted((a, b) => Number(a) - Number(b))
        .at(-1) ?? '',
      'bin',
    )
  : ''

const environment = { LC_ALL: 'C', PATH: `${BINARIES}:/usr/sbin:${process.env.PATH}` }

/**
 * Runs a program to completion, and returns its output.
 * @throws with the program's own words
 */
export const run = async (
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, args, {
    ...serverUser,
    cwd: '/',
    env: { ...environment, ...env },
  })
  return stdout
}

export type ServerProcess = { end: (signal: NodeJS.Signals) => Promise<void> }

const running = new Set<ServerProcess>()

/** Starts a server in the foreground, and resolves when it accepts connections. */
export const startServer = async (
  program: string,
  args: readonly string[],
  port: number,
): Promise<ServerProcess> => {
  const child = spawn(program, args, {
    ...serverUser,
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  const ended = once(child, 'exit')
  const server: ServerProcess = {
    end: async (signal) => {
      running.delete(server)
      child.kill(signal)
      await ended
    },
  }
  running.add(server)
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said}`)
    await connect(port)
  })
  return server
}

const connect = async (port: number) => {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

/** Kills the remaining servers, whatever the result of the test. */
export const stopServers = async (): Promise<void> => {
  await Promise.all([...running].map((server) => server.end('SIGKILL')))
}
