import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

import { extract, pack } from 'tar-stream'
import type * as z from 'zod/mini'

import { cannotRead, CannotStart } from '#platform/database'

import { SiteFacts, Manifest } from './manifest.ts'

// tar, compressed by zstd and, given a recipient key, encrypted by age: standard tools read each format without Lodestar. The
// description comes first, so that an unsuitable backup is refused at once; the manifest comes last, when it is known.

const ABOUT = 'about.json'
const MANIFEST = 'manifest.json'
const AGE = 'age-encryption.org/'

/** Adds one entry; `size` is the length of `content` in bytes. */
export type AddEntry = (
  name: string,
  size: number,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
) => Promise<void>

/**
 * Writes a backup. The file gets its name only once it is complete on disk; only its owner can read it.
 * @param fill adds the entries and returns the manifest
 */
export const writeArchive = async (
  { file, recipient }: { file: string; recipient: string | undefined },
  about: SiteFacts,
  fill: (add: AddEntry) => Promise<Omit<Manifest, 'sha256'>>,
): Promise<Manifest> => {
  const unfinished = `${file}.unfinished`
  const packed = pack()
  const hash = createHash('sha256')
  const add: AddEntry = async (name, size, content) => {
    const hashed = hashing(hash, { name, size }, content)
    await pipeline(Readable.from(hashed), packed.entry({ name, size, mode: 0o600 }))
  }
  const addJson = (name: string, value: object) => {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    return add(name, bytes.length, [bytes])
  }
  const writeEntries = async (): Promise<Manifest> => {
    await addJson(ABOUT, about)
    const manifest = { ...(await fill(add)), sha256: hash.copy().digest('hex') }
    await addJson(MANIFEST, manifest)
    packed.finalize()
    return manifest
  }
  const compressed = createZstdCompress()
  // An error in one stream must end the others: they would wait for it forever.
  const endAll = (error: unknown): never => {
    packed.destroy(error as Error)
    compressed.destroy(error as Error)
    throw error
  }
  try {
    await using target = await open(unfinished, 'w', 0o600)
    const compressing = pipeline(packed, compressed)
    const writing = encrypted(compressed, recipient).then((bytes) =>
      pipeline(bytes, target.createWriteStream({ flush: true })),
    )
    const all = [
      writeEntries().catch(endAll),
      compressing.catch(endAll),
      writing.catch(endAll),
    ] as const
    const [manifest] = await Promise.all(all).finally(() => Promise.allSettled(all))
    await rename(unfinished, file)
    await using folder = await open(path.dirname(file))
    await folder.sync()
    return manifest
  } finally {
    await rm(unfinished, { force: true })
  }
}

const hashing = async function* (
  hash: Hash,
  { name, size }: { name: string; size: number },
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
) {
  hash.update(`${name}\0${size}\0`)
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

const encrypted = async (bytes: Readable, recipient: string | undefined): Promise<Readable> => {
  if (recipient === undefined) return bytes
  // Loaded on demand, not by every server.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(bytes)))
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream)

export type Entry = { name: string; size: number; content: AsyncIterable<Buffer> }

/**
 * Yields the entries of a backup in order; each must be consumed before the next.
 * @throws CannotStart if the file is missing, damaged, or encrypted for another key
 */
const readEntries = async function* (
  file: string,
  identity: string | undefined,
): AsyncGenerator<Entry> {
  const bytes = await decrypted(file, identity)
  const unpacked = extract()
  const unpacking = pipeline(bytes, createZstdDecompress(), unpacked)
  // A reader that stops at the first error does not await this.
  unpacking.catch(() => {})
  for await (const entry of orDamaged(file, unpacked)) {
    const { name, size } = entry.header
    yield { name, size, content: orDamaged(file, entry as AsyncIterable<Buffer>) }
    entry.resume()
  }
  await unpacking.catch((error: unknown) => {
    throw damaged(file, error)
  })
}

const orDamaged = async function* <T>(file: string, parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    throw damaged(file, error)
  }
}

const decrypted = async (file: string, identity: string | undefined): Promise<Readable> => {
  const isEncrypted = (await beginningOf(file)) === AGE
  const bytes = createReadStream(file)
  if (!isEncrypted) return bytes
  if (identity === undefined)
    throw new CannotStart(`${file} is encrypted: pass --identity with the path of its key file.`)
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(bytes)))
  } catch {
    throw new CannotStart(`${file} was encrypted for a different key or is damaged.`)
  }
}

const beginningOf = async (file: string): Promise<string> => {
  try {
    await using handle = await open(file)
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(AGE.length) })
    return buffer.toString('latin1', 0, bytesRead)
  } catch (error) {
    throw cannotRead(file, error)
  }
}

const damaged = (file: string, cause?: unknown): CannotStart =>
  new CannotStart(`${file} is damaged or truncated: use another backup.`, { cause })

/**
 * Reads a whole backup without changing anything.
 * @param accept throws to refuse a backup by its description, before the rest is read
 * @throws CannotStart if the file is missing, damaged, or encrypted for another key
 */
export const checkArchive = async (
  { file, identity }: { file: string; identity: string | undefined },
  accept: (about: SiteFacts) => void,
): Promise<{ about: SiteFacts; manifest: Manifest }> => {
  const hash = createHash('sha256')
  let about: SiteFacts | undefined
  let manifest: Manifest | undefined
  for await (const { name, size, content } of readEntries(file, identity)) {
    if (name === MANIFEST) {
      manifest = parsed(file, Manifest, await text(content))
      continue
    }
    const hashed = hashing(hash, { name, size }, content)
    if (name === ABOUT) {
      about = parsed(file, SiteFacts, await text(hashed))
      accept(about)
    } else await finished(Readable.from(hashed).resume())
  }
  if (!about || manifest?.sha256 !== hash.digest('hex')) throw damaged(file)
  return { about, manifest }
}

const parsed = <T>(file: string, schema: z.ZodMiniType<T>, json: string): T => {
  try {
    return schema.parse(JSON.parse(json))
  } catch (error) {
    throw damaged(file, error)
  }
}

/** Yields the content entries of a checked backup, without description and manifest. */
export const readArchive = async function* ({
  file,
  identity,
}: {
  file: string
  identity: string | undefined
}): AsyncGenerator<Entry> {
  for await (const entry of readEntries(file, identity))
    if (entry.name !== ABOUT && entry.name !== MANIFEST) yield entry
}
