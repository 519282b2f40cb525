import { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

import type { Files } from './index.ts'
import { checkedKey, isKey } from './key.ts'

const PREFIX = 'files/'
/** Until a bucket counts as unreachable. */
const PATIENCE_MS = 3000
/** At once. Each download that its reader takes slowly holds one, and the SDK's own limit is 50 for all of a site. */
const CONNECTIONS = { maxSockets: 5000 }
/** Until a connection without a byte is ended, as for downloads from this server (platform/limits). */
const SILENT_MS = 120_000

type Bucket = {
  bucket: string
  region: string
  endpoint: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Files as objects of an S3 bucket, or of a compatible service. */
export const bucketFiles = ({ bucket, region, endpoint, credentials }: Bucket): Files => {
  const client = new S3Client({
    region,
    credentials,
    // Only Amazon addresses buckets by host name; other services by path.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { httpAgent: CONNECTIONS, httpsAgent: CONNECTIONS, socketTimeout: SILENT_MS },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: PREFIX + checkedKey(key) })

  return {
    put: async (key, source, size) => {
      const command = new PutObjectCommand({ ...at(key), Body: source, ContentLength: size })
      if (Buffer.isBuffer(source)) {
        await client.send(command)
        return
      }
      // The SDK does not listen for errors of a source, which would end the process, and leaves open what it could not send.
      const broken = new AbortController()
      source.once('error', (error) => broken.abort(error))
      try {
        await client.send(command, { abortSignal: broken.signal })
      } catch (error) {
        throw broken.signal.reason ?? error
      } finally {
        source.destroy()
      }
    },

    get: async (key, range) => {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            ...at(key),
            Range: range && `bytes=${range.start}-${range.end}`,
          }),
        )
        if (!(Body instanceof Readable)) throw new Error(`no stream for ${key}`)
        return Body
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
    },

    list: async function* () {
      for await (const page of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: PREFIX },
      ))
        for (const { Key = '' } of page.Contents ?? []) {
          const key = Key.slice(PREFIX.length)
          if (isKey(key)) yield key
        }
    },

    free: async () => null,

    problem: async () => {
      try {
        const first = new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, MaxKeys: 1 })
        await client.send(first, { abortSignal: AbortSignal.timeout(PATIENCE_MS) })
        return null
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    },
  }
}
