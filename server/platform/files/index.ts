import type { Readable } from 'node:stream'

import type { Config } from '#platform/config'

import { folderFiles } from './folder.ts'

/** Storage for the bytes of uploads. Keys consist of lower-case letters, digits and hyphens. */
export type Files = {
  /**
   * Atomic; replaces earlier content of the key. Closes `source`, also after a failure.
   * @param size length of `source` in bytes
   */
  put: (key: string, source: Buffer | Readable, size: number) => Promise<void>
  /** @param range first and last byte, inclusive. Returns undefined for an unknown key. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable | undefined>
  /** Idempotent. */
  remove: (key: string) => Promise<void>
  /** All keys, unordered. */
  list: () => AsyncIterable<string>
  /** Free bytes in the storage; null if unknown. */
  free: () => Promise<number | null>
  /** Why the storage cannot be used at the moment, in its own words; null if it can. */
  problem: () => Promise<string | null>
}

/** Opens the configured S3 bucket, else a local folder. */
export const openFiles = async (config: BucketSettings, folder: string): Promise<Files> => {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_BUCKET) return folderFiles(folder)
  // The SDK is large, so sites with a local folder do not load it.
  const { bucketFiles } = await import('./bucket.ts')
  return bucketFiles({
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    // If undefined, the SDK uses the machine's role.
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
