import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Files } from './index.ts'
import { checkedKey, isKey } from './key.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Files in a folder that only this program's user can enter, spread over subfolders. A file gets its name only once all its bytes
 * are on disk.
 */
export const folderFiles = (root: string): Files => {
  const placeOf = (key: string) =>
    path.join(root, checkedKey(key).slice(0, 2), key.slice(2, 4), key)

  return {
    put: async (key, source, size) => {
      const place = placeOf(key)
      const folder = path.dirname(place)
      const unfinished = `${place}.${randomUUID()}.part`
      const stream = Buffer.isBuffer(source) ? Readable.from([source]) : source
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(stream, target)
        if (target.bytesWritten !== size) {
          throw new Error(`${target.bytesWritten} bytes arrived where ${size} were announced`)
        }
        await rename(unfinished, place)
      } catch (error) {
        stream.destroy()
        await rm(unfinished, { force: true })
        throw error
      }
      // The directory entries on its path must be synced, too.
      await syncFolder(folder)
      await syncFolder(path.dirname(folder))
      await syncFolder(root)
    },

    get: async (key, range) => {
      try {
        const handle = await open(placeOf(key), 'r')
        return handle.createReadStream(range)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    // Also removes partial files left by a crash.
    remove: async (key) => {
      const folder = path.dirname(placeOf(key))
      for (const { name } of await entriesOf(folder)) {
        if (name === key || name.startsWith(`${key}.`)) {
          await rm(path.join(folder, name), { force: true })
        }
      }
    },

    list: async function* () {
      for (const outer of await subfolders(root)) {
        for (const inner of await subfolders(outer)) {
          for (const entry of await entriesOf(inner))
            if (entry.isFile() && isKey(entry.name)) yield entry.name
        }
      }
    },

    free: async () => {
      await mkdir(root, { recursive: true })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },

    problem: async () => {
      try {
        await mkdir(root, { recursive: true })
        await access(root, constants.W_OK)
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

/** Empty for a folder that does not exist. */
const entriesOf = async (folder: string) => {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Folders that hold files or further folders, and not a disk's own `lost+found`, which may not be read. */
const subfolders = async (folder: string): Promise<string[]> =>
  (await entriesOf(folder))
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]{2}$/.test(entry.name))
    .map(({ name }) => path.join(folder, name))

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
