import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const STARTS_WITHIN_MS = 240_000

/** A free port. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const waitUntilReady = async (url: string): Promise<void> => {
  const end = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < end) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error('The site did not start')
}

/** Process id of the PostgreSQL in a data folder. */
export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)

export type RunningSite = {
  pid: number
  /** Standard output so far. */
  log: () => string
  /** Kills the program as in a power cut; its PostgreSQL may survive. */
  kill: () => Promise<void>
  /** Stops it like an administrator. Returns the exit code. */
  stop: () => Promise<number | null>
}

/** Starts the program in an environment where startup fails. Returns exit code and output. */
export const expectStartToFail = async (env: Record<string, string>) => {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STARTS_WITHIN_MS,
  })
  const [[code], log, said] = await Promise.all([
    once(server, 'exit') as Promise<[number | null]>,
    text(server.stdout),
    text(server.stderr),
  ])
  return { code, log, said }
}

/**
 * The program in a separate process, as in production. Resolves when it responds.
 * @param signal kills it, even during startup
 * @param checkout copy of the program to run
 */
export const startSite = async (
  env: Record<string, string>,
  signal?: AbortSignal,
  checkout = path.join(import.meta.dirname, '..'),
): Promise<RunningSite> => {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: checkout,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    killSignal: 'SIGKILL',
    signal,
  })
  server.on('error', () => {})
  let log = ''
  server.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString()
    process.stdout.write(chunk)
  })
  const ended = once(server, 'exit') as Promise<[number | null]>
  await Promise.race([
    waitUntilReady(`http://127.0.0.1:${env.PORT}`),
    ended.then(([code]) => {
      throw new Error(`The site ended with ${code} instead of starting`)
    }),
  ]).catch((error: unknown) => {
    server.kill('SIGKILL')
    throw error
  })
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    const [code] = await ended
    return code
  }
  return {
    pid: server.pid!,
    log: () => log,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
