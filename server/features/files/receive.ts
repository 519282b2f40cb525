import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { FastifyRequest } from 'fastify'

import { DomainError, invalid, tooLarge, unsupportedType } from '#platform/http'
import { MAX_UPLOAD } from '#rules/uploads'

import { cleanPlaceOf } from './examine.ts'
import type { IncomingUpload } from './examine.ts'
import { readableName } from './file-name.ts'

// Room for the lines around the file in a multipart body.
const ENVELOPE = 64 * 1024

export const tooLargeFile = () =>
  tooLarge('This file is larger than 25 MB. Please choose a smaller one.')

/**
 * Writes a stream to a scratch file and hands it to `work`; the scratch file is gone afterwards, whatever happens.
 * More than 25 MB are refused as soon as they arrive.
 */
export const withIncoming = async <T>(
  scratch: string,
  source: Readable,
  name: string,
  work: (incoming: IncomingUpload) => Promise<T>,
): Promise<T> => {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const place = path.join(scratch, `${randomUUID()}.incoming`)
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > MAX_UPLOAD) throw tooLargeFile()
      hash.update(chunk)
      yield chunk
    }
  }
  // Opened before anything can fail: a file that is still being opened would come into being after its removal.
  const file = await open(place, 'wx', 0o600)
  try {
    await pipeline(source, measured, file.createWriteStream()).catch(blame)
    return await work({ place, size, sha256: hash.digest('hex'), name: readableName(name) })
  } finally {
    await rm(place, { force: true })
    await rm(cleanPlaceOf(place), { force: true })
  }
}

/** A refusal, or a disk that does not do what it should; everything else is a sender who broke off. */
const blame = (error: unknown): never => {
  const isOurs = error instanceof DomainError || (error instanceof Error && 'syscall' in error)
  throw isOurs ? error : invalid('The file did not arrive whole. Please try again.')
}

/** Receives the one file of a multipart request, in the field `file`. */
export const receive = async <T>(
  request: FastifyRequest,
  scratch: string,
  work: (incoming: IncomingUpload) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart()) throw unsupportedType('Please send the file as multipart/form-data.')
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD + ENVELOPE) throw tooLargeFile()
  const missing = invalid('Please choose a file.', { file: 'Please choose a file.' })
  // One byte more than allowed, so that a file of exactly the limit is not taken for a cut one.
  const limits = { fileSize: MAX_UPLOAD + 1, files: 1, fields: 20 }
  const part = await request.file({ limits }).catch(blame)
  if (!part || part.fieldname !== 'file') {
    part?.file.resume()
    throw missing
  }
  return withIncoming(scratch, part.file, part.filename ?? '', work)
}
