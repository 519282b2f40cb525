import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '#platform/config'
import { type Files, openFiles } from '#platform/files'
import { mountDisk } from '#testing/chaos/disk'
import { eventually } from '#testing/eventually'

const scratch = await mkdtemp(path.join(tmpdir(), 'files-test-'))
const folder = path.join(scratch, 'folder')
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(scratch, 'bucket'),
  configureBuckets: [{ name: 'lodestar', configs: [] }],
})
let bucketPort: number
const places: Record<string, Files> = {}
const disk = await mountDisk(64)

beforeAll(async () => {
  const { port } = await s3.run()
  bucketPort = port
  const none = readConfig({})
  const bucket = (name: string, at = port) =>
    readConfig({
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${at}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
  places['a folder'] = await openFiles(none, folder)
  places['a bucket'] = await openFiles(bucket('lodestar'), folder)
  places['a bucket that is not there'] = await openFiles(bucket('lodestars'), folder)
  places['a bucket that is away'] = await openFiles(bucket('lodestar', 1), folder)
  const occupied = path.join(scratch, 'occupied')
  await writeFile(occupied, 'a file')
  places['a folder that cannot be written'] = await openFiles(none, path.join(occupied, 'files'))
})
afterAll(async () => {
  await s3.close()
  await disk?.remove()
  await rm(scratch, { recursive: true })
})

/** Puts beside the files what a system or an operator leaves there. */
const putForeign: Record<string, () => Promise<void>> = {
  'a folder': async () => {
    await mkdir(path.join(folder, 'lost+found'), { recursive: true })
    await mkdir(path.join(folder, 'ke', 'y-'), { recursive: true })
    for (const name of ['.DS_Store', 'lost+found/0001', 'ke/y-/.nfs0001'])
      await writeFile(path.join(folder, name), 'x')
  },
  'a bucket': async () => {
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${bucketPort}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    })
    await client.send(
      new PutObjectCommand({ Bucket: 'lodestar', Key: 'files/.keep', Body: Buffer.from('x') }),
    )
    client.destroy()
  },
}

const bytesOf = async (files: Files, key: string, range?: { start: number; end: number }) => {
  const stream = await files.get(key, range)
  return stream && (await buffer(stream)).toString()
}

describe.each(['a folder', 'a bucket'])('%s', (place) => {
  const files = () => places[place]!

  test('gives back what was put in, whole or in part', async () => {
    await files().put('key-1', Buffer.from('0123456789'), 10)
    expect(await bytesOf(files(), 'key-1')).toBe('0123456789')
    expect(await bytesOf(files(), 'key-1', { start: 2, end: 4 })).toBe('234')
  })

  test('has no problem while it can be used', async () => {
    expect(await files().problem()).toBeNull()
  })

  test('takes streams and replaces what was there', async () => {
    await files().put('key-2', Buffer.from('old'), 3)
    await files().put('key-2', Readable.from([Buffer.from('brand'), Buffer.from(' new')]), 9)
    expect(await bytesOf(files(), 'key-2')).toBe('brand new')
  })

  test('has nothing under a key that was removed or never used, and removes twice', async () => {
    await files().put('key-3', Buffer.from('gone'), 4)
    await files().remove('key-3')
    await files().remove('key-3')
    expect(await files().get('key-3')).toBeUndefined()
    expect(await files().get('key-never')).toBeUndefined()
  })

  test('lists all that it has', async () => {
    await files().put('key-4', Buffer.from('here'), 4)
    const keys: string[] = []
    for await (const key of files().list()) keys.push(key)
    expect(keys).toContain('key-4')
    expect(keys).not.toContain('key-3')
  })

  test('lists nothing that others have put there, which could not be removed', async () => {
    await putForeign[place]!()
    await files().put('key-5', Buffer.from('here'), 4)
    const keys = await Array.fromAsync(files().list())
    expect(keys.filter((key) => !key.startsWith('key-'))).toEqual([])
    for (const key of keys) await files().remove(key)
    expect(await Array.fromAsync(files().list())).toEqual([])
  })

  test('keeps nothing of a stream that breaks', async () => {
    const broken = new Readable({
      read() {
        this.push('half')
        this.destroy(new Error('connection lost'))
      },
    })
    await expect(files().put('key-broken', broken, 100)).rejects.toThrow('connection lost')
    expect(await files().get('key-broken')).toBeUndefined()
  })

  test('refuses keys that lead elsewhere', async () => {
    for (const key of ['../../etc/passwd', 'a/b/c', 'ABCD', '', '....']) {
      await expect(files().put(key, Buffer.from('x'), 1)).rejects.toThrow(/not a key/)
      await expect(files().get(key)).rejects.toThrow(/not a key/)
    }
  })
})

// An open file that was deleted keeps its space on the disk.
test.each([
  'a bucket that is not there',
  'a bucket that is away',
  'a folder that cannot be written',
])('%s leaves no source of a file open', async (place) => {
  const name = path.join(scratch, 'source')
  await writeFile(name, Buffer.alloc(4 * 2 ** 20))
  const source = createReadStream(name)
  await once(source, 'open')
  await expect(places[place]!.put('key-source', source, 4 * 2 ** 20)).rejects.toThrow()
  await eventually(() => expect(source.closed).toBe(true))
})

test('a bucket gives everybody their files while others take theirs slowly', async () => {
  const server = createServer(({ url }, reply) => {
    reply.writeHead(200, { 'content-length': 3 })
    if (url?.includes('slow')) reply.write('x')
    else reply.end('xyz')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const files = await openFiles(
    readConfig({
      S3_BUCKET: 'lodestar',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
    }),
    folder,
  )
  const slow = Array.from({ length: 60 }, () => files.get('key-slow'))
  expect(await bytesOf(files, 'key-quick')).toBe('xyz')
  for (const stream of await Promise.all(slow)) stream?.destroy()
  server.close()
})

const everything = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )

describe.skipIf(!disk)('a power cut', () => {
  test('leaves a file that was stored, with its name', async () => {
    const files = await openFiles(readConfig({}), path.join(disk!.folder, 'files'))
    await files.put('key-stored', Buffer.from('all of it'), 9)
    await disk!.cutPower([])
    expect(await bytesOf(files, 'key-stored')).toBe('all of it')
  })
})

const modeOf = async (place: string) => (await stat(place)).mode & 0o777

describe('the folder', () => {
  test('keeps nothing of a stream that ends early', async () => {
    const before = (await everything()).length
    const files = places['a folder']!
    await expect(files.put('key-short', Readable.from(['half']), 100)).rejects.toThrow(/announced/)
    expect(await everything()).toHaveLength(before)
    expect(await files.get('key-short')).toBeUndefined()
  })

  test('removes with a file what a crash has left of it half-way', async () => {
    const files = places['a folder']!
    await files.put('key-half', Buffer.from('x'), 1)
    const { parentPath } = (await everything()).find(({ name }) => name === 'key-half')!
    await writeFile(path.join(parentPath, 'key-half.1.part'), 'half')
    await writeFile(path.join(parentPath, 'key-half-other'), 'another file')
    await files.remove('key-half')
    const left = await readdir(parentPath)
    expect(left.filter((name) => name.startsWith('key-half'))).toEqual(['key-half-other'])
  })

  test('is closed to other users of the machine', async () => {
    await places['a folder']!.put('key-mode', Buffer.from('x'), 1)
    const file = (await everything()).find((entry) => entry.name === 'key-mode')!
    expect(await modeOf(path.join(file.parentPath, file.name))).toBe(0o600)
    expect(await modeOf(file.parentPath)).toBe(0o700)
  })

  test('never shows half of a file while it is replaced', async () => {
    const files = places['a folder']!
    await files.put('key-swap', Buffer.from('first'), 5)
    let meanwhile: string | undefined
    const slow = async function* () {
      yield Buffer.from('sec')
      meanwhile = await bytesOf(files, 'key-swap')
      yield Buffer.from('ond')
    }
    await files.put('key-swap', Readable.from(slow()), 6)
    expect(meanwhile).toBe('first')
    expect(await bytesOf(files, 'key-swap')).toBe('second')
  })
})

test('a stray file in the folder does no harm', async () => {
  await writeFile(path.join(folder, 'README'), 'hello')
  expect(await places['a folder']!.get('key-none')).toBeUndefined()
})

test('a bucket that is not there says so before anybody uploads', async () => {
  expect(await places['a bucket that is not there']!.problem()).toBe('NoSuchBucket')
})
