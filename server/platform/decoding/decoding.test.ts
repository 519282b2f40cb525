import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inDecodingProcess, UndecodableFile } from './index.ts'

let folder: string
let module: URL
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'decoding-test-'))
  const file = path.join(folder, 'decoders.mjs')
  await writeFile(
    file,
    `export const double = (number) => number * 2
     export const pid = () => process.pid
     export const names = () => Object.keys(process.env)
     export const fail = () => { throw new Error('not a file of this kind') }
     export const spin = () => { for (;;); }
     export const fillBuffers = async () => {
       const all = []
       for (;;) { all.push(Buffer.alloc(20_000_000, 1)); await new Promise((next) => setTimeout(next, 1)) }
     }
     export const fillAtOnce = () => Array.from({ length: 200 }, () => Buffer.alloc(20_000_000, 1)).length`,
  )
  module = pathToFileURL(file)
})
afterAll(() => rm(folder, { recursive: true }))

const run = <Result>(name: string, task: unknown = null, bounds = { seconds: 30, mb: 300 }) =>
  inDecodingProcess<unknown, Result>(module, name, bounds)(task, 'ada')

test('a file is decoded in another process, which has no environment', async () => {
  expect(await run('double', 21)).toBe(42)
  expect(await run('pid')).not.toBe(process.pid)
  expect(await run<string[]>('names')).not.toContain('HOME')
})

test('the time until the decoder is loaded is not the file’s', async () => {
  const slow = path.join(folder, 'slow.mjs')
  await writeFile(
    slow,
    `await new Promise((loaded) => setTimeout(loaded, 2000))
     export const double = (number) => number * 2`,
  )
  const double = inDecodingProcess<number, number>(pathToFileURL(slow), 'double', {
    seconds: 1,
    mb: 300,
  })
  expect(await double(21, 'ada')).toBe(42)
})

test('what throws, takes too long or needs too much memory is undecodable, and the next file is decoded', async () => {
  await expect(run('fail')).rejects.toThrow('not a file of this kind')
  for (const name of ['spin', 'fillBuffers', 'fillAtOnce']) {
    const bounds = { seconds: name === 'spin' ? 1 : 60, mb: 300 }
    await expect(run(name, null, bounds)).rejects.toBeInstanceOf(UndecodableFile)
    expect(await run('double', 4)).toBe(8)
  }
})
