import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { freePort } from '#testing/running-site'
import { registration } from '#testing/start-app'

// The program as people start it: what it creates, prints and refuses depends on who can reach it.

let dataDir: string
let port: number
const clean: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lodestar-reach-'))
  // Lets PostgreSQL's own user enter.
  await chmod(dataDir, 0o711)
  port = await freePort()
})
afterEach(async () => {
  for (const end of clean.splice(0).toReversed()) await end()
  await rm(dataDir, { recursive: true })
})

const { PATH, NODE_COMPILE_CACHE } = process.env
/** Without load shedding: a busy test machine would answer 503. */
const ENV = { PATH, NODE_COMPILE_CACHE, SHED_AFTER_MS: '0' }
const run = (args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, args, {
    env: { ...ENV, DATA_DIR: dataDir, PORT: String(port), ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString()
    })
  const ended = once(child, 'close') as Promise<[number | null]>
  const end = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return { printed: () => printed, ended, end }
}

const start = async (env: Record<string, string> = {}) => {
  const site = run(['server/main.ts'], env)
  clean.push(site.end)
  await vi.waitFor(() => expect(site.printed()).toContain('ready at'), 180_000)
  return site
}

const ask = (url: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${url}`, init)
const signInAsSample = () =>
  ask('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.org', password: 'Lodestar-sample-1!' }),
  })

const REACHABLE = { NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'https://school.example' }

test('a site that others can reach starts without people, and prints where its first admin comes in', async () => {
  const site = await start(REACHABLE)
  await vi.waitFor(() => expect(site.printed()).toContain('/setup/'), 5000)
  expect((await signInAsSample()).status).toBe(401)
  expect((await ask('/api/mailbox')).status).toBe(404)

  const [, token = ''] = /https:\/\/school\.example\/setup\/([\w-]{43})/.exec(site.printed()) ?? []
  const first = await ask(`/api/setup/${token}`)
  expect(first.status).toBe(200)

  // The site keeps running while an operator requests another link.
  const admin = run(['scripts/admin.ts', 'Grace@School.example'], REACHABLE)
  expect(await admin.ended).toEqual([0, null])
  const [, other = ''] = /https:\/\/school\.example\/setup\/([\w-]{43})/.exec(admin.printed()) ?? []
  const shown = await ask(`/api/setup/${other}`)
  expect(await shown.json()).toMatchObject({ email: 'grace@school.example' })
}, 300_000)

test('a site for this machine alone has sample people, and does not start once others can reach it', async () => {
  const local = await start()
  expect((await signInAsSample()).status).toBe(200)
  expect((await ask('/api/mailbox')).status).toBe(200)
  expect(local.printed()).not.toContain('/setup/')
  await local.end()

  for (const env of [REACHABLE, { TRUST_PROXY: '127.0.0.1' }]) {
    const site = run(['server/main.ts'], env)
    clean.push(site.end)
    expect(await site.ended).toEqual([1, null])
    expect(site.printed()).toMatch(/^The data in \S+ is the sample data.*DATA_DIR.*$/m)
    expect(site.printed()).not.toContain('at async')
  }
  // Nothing has changed, and its database is not left running.
  await start()
  expect((await signInAsSample()).status).toBe(200)
}, 300_000)

test('letters of a mailbox that anyone could read are gone once others can reach the site', async () => {
  const empty = { SAMPLE_DATA: 'off' }
  const letters = async () =>
    ((await (await ask('/api/mailbox')).json()) as { items: unknown[] }).items
  const local = await start(empty)
  await ask('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration()),
  })
  await vi.waitFor(async () => expect(await letters()).toHaveLength(1), 20_000)
  await local.end()
  const reachable = await start(REACHABLE)
  await reachable.end()
  await start(empty)
  expect(await letters()).toEqual([])
}, 300_000)

test('a bad TRUST_PROXY is a sentence, not a stack trace', async () => {
  const site = run(['server/main.ts'], { TRUST_PROXY: 'a, b' })
  expect(await site.ended).toEqual([1, null])
  expect(site.printed()).toMatch(/TRUST_PROXY: must list the addresses of your proxies/)
  expect(site.printed()).not.toMatch(/^\s+at /m)
})
