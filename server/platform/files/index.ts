import type { Readable } from 'node:stream'

import { folderFiles } from './folder.ts'

/** Where the bytes of uploads are. Keys are lower-case letters, digits and hyphens. */
export type Files = {
  /**
   * Stores all of it or nothing; an earlier content of the same key is replaced.
   * @param size bytes that `source` will give
   */
  put: (key: string, source: Buffer | Readable, size: number) => Promise<void>
  /** @param range first and last byte, both included. Undefined when nothing has this key. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable | undefined>
  /** No error when it is gone already. */
  remove: (key: string) => Promise<void>
}

export type Bucket = {
  bucket: string
  region: string
  endpoint: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** An S3 bucket when one is configured, else a folder of this machine. */
export const openFiles = async (options: {
  folder: string
  bucket: Bucket | undefined
}): Promise<Files> => {
  if (!options.bucket) return folderFiles(options.folder)
  // The SDK is large; who keeps files in a folder does not load it.
  const { bucketFiles } = await import('./bucket.ts')
  return bucketFiles(options.bucket)
}
