import type { Readable } from 'node:stream'

import type { Config } from '#platform/config'

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
  /** The keys of all that is stored, in no order. */
  list: () => AsyncIterable<string>
  /** Bytes that are free where it is kept; null where nobody knows. */
  free: () => Promise<number | null>
}

/** An S3 bucket when one is configured, else a folder of this machine. */
export const openFiles = async (config: BucketSettings, folder: string): Promise<Files> => {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_BUCKET) return folderFiles(folder)
  // The SDK is large; who keeps files in a folder does not load it.
  const { bucketFiles } = await import('./bucket.ts')
  return bucketFiles({
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    // Left out, the SDK finds them as the machine's own role.
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : undefined,
  })
}

type BucketSettings = Pick<
  Config,
  'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>
