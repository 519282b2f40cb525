import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { eventually } from '#testing/eventually'

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

/** Writes its events to events.txt; the exit code 7 is unmistakable. */
const SERVER = `
  import { appendFileSync } from 'node:fs'
  const note = (event: string) => appendFileSync('events.txt', event + '\\n')
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      note(signal)
      setTimeout(() => process.exit(7), 300)
    })
  process.on('disconnect', () => {
    note('the launcher is gone')
    process.exit()
  })
  note('started ' + process.argv.slice(2).concat(process.execArgv))
  setInterval(() => {}, 1000)
`

/** Replaces npm: installs what the launcher checks for. */
const NPM = `
  import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs'
  appendFileSync('events.txt', 'npm ' + process.argv.slice(2).join(' ') + '\\n')
  mkdirSync('node_modules/node/bin', { recursive: true })
  try { symlinkSync(process.execPath, 'node_modules/node/bin/node') } catch {}
`

/** A clone with a server that does nothing, and no web app. */
const makeClone = async ({ installed }: { installed: boolean }) => {
  const clone = await mkdtemp(path.join(tmpdir(), 'lodestar-clone-'))
  clean.push(() => rm(clone, { recursive: true }))
  const inClone = (name: string) => path.join(clone, name)
  for (const name of ['start.mjs', 'set-up.mjs'])
    await cp(path.join(import.meta.dirname, name), inClone(`scripts/${name}`))
  await mkdir(inClone('server'))
  await writeFile(inClone('server/main.ts'), SERVER)
  await writeFile(inClone('package-lock.json'), '{ "version": 1 }')
  await writeFile(inClone('package.json'), '{ "type": "module" }')
  await writeFile(inClone('npm-cli.js'), NPM)
  if (installed) {
    await mkdir(inClone('node_modules/node/bin'), { recursive: true })
    await symlink(process.execPath, inClone('node_modules/node/bin/node'))
    const lock = createHash('sha256').update('{ "version": 1 }').digest('hex')
    await writeFile(inClone('node_modules/.installed'), lock)
  }
  return {
    inClone,
    events: async (): Promise<string[]> =>
      (await readFile(inClone('events.txt'), 'utf8').catch(() => '')).split('\n').slice(0, -1),
  }
}

type Clone = Awaited<ReturnType<typeof makeClone>>

const start = async ({ inClone, events }: Clone, args: string[] = []) => {
  const before = (await events()).length
  const launcher = spawn(process.execPath, [inClone('scripts/start.mjs'), ...args], {
    env: { PATH: process.env.PATH, npm_execpath: inClone('npm-cli.js') },
    stdio: 'ignore',
  })
  const ended = once(launcher, 'exit')
  clean.push(async () => {
    launcher.kill('SIGTERM')
    await ended
  })
  await eventually(async () =>
    expect((await events()).slice(before)).toContainEqual(expect.stringMatching('started')),
  )
  return { launcher, ended }
}

it('gives the server one signal however often it gets it, and ends with the exit code of the server', async () => {
  const clone = await makeClone({ installed: true })
  const { launcher, ended } = await start(clone)
  launcher.kill('SIGTERM')
  launcher.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 100))
  launcher.kill('SIGINT')
  expect(await ended).toEqual([7, null])
  expect(await clone.events()).toEqual(['started ', 'SIGTERM'])
})

it('takes the server with it when it is killed', async () => {
  const clone = await makeClone({ installed: true })
  const { launcher } = await start(clone)
  launcher.kill('SIGKILL')
  await eventually(async () =>
    expect(await clone.events()).toEqual(['started ', 'the launcher is gone']),
  )
})

it('stops the server when npm, which started it, is killed', async () => {
  const clone = await makeClone({ installed: true })
  const npm = spawn('/bin/sh', ['-c', '"$0" scripts/start.mjs; true', process.execPath], {
    cwd: clone.inClone('.'),
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  })
  await eventually(async () => expect(await clone.events()).toEqual(['started ']))
  npm.kill('SIGKILL')
  await eventually(async () => expect(await clone.events()).toEqual(['started ', 'SIGTERM']))
})

it('installs packages in a fresh clone, and again only when the lockfile has changed', async () => {
  const clone = await makeClone({ installed: false })
  const npm = 'npm install --include=dev --no-save --no-audit --no-fund --loglevel=error'
  const startAndStop = async () => {
    const { launcher, ended } = await start(clone)
    launcher.kill('SIGTERM')
    await ended
    return (await clone.events()).filter((event) => event.startsWith('npm'))
  }
  expect(await startAndStop()).toEqual([npm])
  expect(await startAndStop()).toEqual([npm])
  await writeFile(clone.inClone('package-lock.json'), '{ "version": 2 }')
  expect(await startAndStop()).toEqual([npm, npm])
})

it('builds the web app when its sources have changed, and stops with what the build says when it fails', async () => {
  const clone = await makeClone({ installed: true })
  const compiler = clone.inClone('node_modules/.bin/react-router')
  await mkdir(path.dirname(compiler), { recursive: true })
  await mkdir(clone.inClone('web'))
  await writeFile(
    compiler,
    "require('node:fs').appendFileSync('events.txt', process.argv[2] + '\\n')",
  )
  const builds = async () => {
    const { launcher, ended } = await start(clone)
    launcher.kill('SIGTERM')
    await ended
    return (await clone.events()).filter((event) => event === 'build').length
  }
  await writeFile(clone.inClone('web/routes.ts'), '1')
  expect(await builds()).toBe(1)
  expect(await builds()).toBe(1)
  await writeFile(clone.inClone('web/page.tsx'), 'more')
  expect(await builds()).toBe(2)
  await rm(clone.inClone('web/page.tsx'))
  expect(await builds()).toBe(3)

  await writeFile(compiler, "throw new Error('page.tsx: unexpected token')")
  await writeFile(clone.inClone('web/routes.ts'), 'broken')
  const { status, stderr } = spawnSync(process.execPath, [clone.inClone('scripts/start.mjs')], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('page.tsx: unexpected token')
  expect(stderr).toContain('Building the web app failed, for the reason above.')
})

it('hands its arguments to Node', async () => {
  const clone = await makeClone({ installed: true })
  await start(clone, ['--trace-warnings'])
  expect(await clone.events()).toEqual(['started --trace-warnings'])
})
