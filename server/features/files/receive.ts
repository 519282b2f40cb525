import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { MultipartForm, Schema } from '#contract/endpoint'
import {
  DomainError,
  incompleteUpload,
  invalid,
  parseInput,
  rejectAborted,
  tooLarge,
  unsupportedType,
} from '#platform/http'
import { MAX_UPLOAD } from '#rules/uploads'

import { cleanPlaceOf, type IncomingUpload } from './examine.ts'
import { readableName } from './file-name.ts'
import { withReservedSpace, type Storage } from './store-upload.ts'

// Allowance for the other lines of a multipart body.
const ENVELOPE = 64 * 1024

export const tooLargeFile = (limit = MAX_UPLOAD) =>
  tooLarge(`This file is larger than ${limit / 2 ** 20} MB. Please choose a smaller one.`)

const tooLargeTogether = () =>
  tooLarge('These files are larger than 100 MB in total. Please send them one at a time.')

/** Writes a stream to a temporary file. Refuses more than `maxBytes` as soon as they arrive. */
const takeIn = async (
  scratch: string,
  source: Readable,
  name: string,
  maxBytes = MAX_UPLOAD,
): Promise<IncomingUpload> => {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const place = path.join(scratch, `${randomUUID()}.incoming`)
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw tooLargeFile(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  // Opened first: a file still being opened would be created after its removal.
  const file = await open(place, 'wx', 0o600)
  try {
    await pipeline(source, measured, file.createWriteStream()).catch(blame)
    return { place, size, sha256: hash.digest('hex'), name: readableName(name) }
  } catch (error) {
    await clearAway(place)
    throw error
  }
}

const clearAway = async (place: string) => {
  await rm(place, { force: true })
  await rm(cleanPlaceOf(place), { force: true })
}

/** Runs `work` with a stream's content in a temporary file, which is always deleted afterwards. */
export const withIncoming = async <T>(
  scratch: string,
  source: Readable,
  name: string,
  work: (incoming: IncomingUpload) => Promise<T>,
  maxBytes?: number,
): Promise<T> => {
  const incoming = await takeIn(scratch, source, name, maxBytes)
  try {
    return await work(incoming)
  } finally {
    await clearAway(incoming.place)
  }
}

/** Passes on refusals and disk errors; any other error means that the sender aborted. */
const blame = (error: unknown): never => {
  const isOurs = error instanceof DomainError || (error instanceof Error && 'syscall' in error)
  throw isOurs ? error : incompleteUpload()
}

const refuseAsTooLarge = (request: FastifyRequest, limit: number, ofEach = limit) => {
  if (!request.isMultipart()) throw unsupportedType('Please send the file as multipart/form-data.')
  if (Number(request.headers['content-length'] ?? 0) <= limit + ENVELOPE) return
  throw limit === ofEach ? tooLargeFile(limit) : tooLargeTogether()
}

// One byte above the limit, so that a file of exactly the limit does not count as truncated.
const ABOVE = 1
const FIELDS = 20

/** A multipart request, and the person whose quota is reserved while it arrives. */
type UploadRequest = { request: FastifyRequest; ownerId: string }

/** Bytes to reserve for a request, from its Content-Length. */
const roomFor = (request: FastifyRequest, limit: number): number => {
  const length = request.headers['content-length']
  return length === undefined ? limit : Math.min(limit, Math.max(0, Number(length) - ENVELOPE))
}

/** Receives the single file of a multipart request, in the field `file`. */
export const receive = async <T>(
  storage: Storage,
  scratch: string,
  { request, ownerId }: UploadRequest,
  work: (incoming: IncomingUpload, holdId: string) => Promise<T>,
): Promise<T> => {
  refuseAsTooLarge(request, MAX_UPLOAD)
  return withReservedSpace(storage, ownerId, roomFor(request, MAX_UPLOAD), (holdId) =>
    receiveFile(request, scratch, (incoming) => work(incoming, holdId)),
  )
}

const fileMissing = () => invalid('Please choose a file.', { file: 'Please choose a file.' })

const receiveFile = async <T>(
  request: FastifyRequest,
  scratch: string,
  work: (incoming: IncomingUpload) => Promise<T>,
): Promise<T> => {
  rejectAborted(request)
  const limits = { fileSize: MAX_UPLOAD + ABOVE, files: 1, fields: FIELDS }
  const part = await request.file({ limits }).catch(blame)
  if (!part || part.fieldname !== 'file') {
    part?.file.resume()
    throw fileMissing()
  }
  return withIncoming(scratch, part.file, part.filename ?? '', async (incoming) => {
    await request.authorizeAgain?.()
    return work(incoming)
  })
}

/** In bytes; the limit for files in one request. */
const MAX_TOGETHER = 100 * 1024 * 1024

type IncomingForm<Fields> = {
  fields: Fields
  files: IncomingUpload[]
  /** The reservation for all files. */
  holdId: string
}

/**
 * Receives the multipart form that an endpoint declares.
 * @throws invalid for fields that its schema refuses, and for a missing file
 */
export const receiveForm = async <Fields extends Schema, T>(
  storage: Storage,
  scratch: string,
  { request, ownerId }: UploadRequest,
  form: MultipartForm & { fields: Fields },
  work: (form: IncomingForm<z.output<Fields>>) => Promise<T>,
): Promise<T> => {
  const { fields: schema, maxFiles, maxBytes = MAX_UPLOAD, isFileOptional = false } = form
  const limit = Math.min(MAX_TOGETHER, maxFiles * maxBytes)
  refuseAsTooLarge(request, limit, maxBytes)
  return withReservedSpace(storage, ownerId, roomFor(request, limit), (holdId) =>
    receiveFiles(request, scratch, { maxFiles, maxBytes }, (sent) => {
      const fields = parseInput(schema, sent.fields)
      if (sent.files.length === 0 && !isFileOptional) throw fileMissing()
      return work({ fields, files: sent.files, holdId })
    }),
  )
}

type SentForm = Omit<IncomingForm<Record<string, string>>, 'holdId'>

const receiveFiles = async <T>(
  request: FastifyRequest,
  scratch: string,
  { maxFiles, maxBytes }: { maxFiles: number; maxBytes: number },
  work: (form: SentForm) => Promise<T>,
): Promise<T> => {
  rejectAborted(request)
  const form: SentForm = { fields: {}, files: [] }
  const limits = { fileSize: maxBytes + ABOVE, files: maxFiles + 1, fields: FIELDS }
  try {
    try {
      for await (const part of request.parts({ limits })) {
        if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
        else if (part.fieldname !== 'file' || form.files.length === maxFiles) {
          part.file.resume()
          throw invalid(`Please choose up to ${maxFiles} files.`, { file: 'Too many files' })
        } else {
          form.files.push(await takeIn(scratch, part.file, part.filename ?? '', maxBytes))
          const together = form.files.reduce((sum, { size }) => sum + size, 0)
          if (together > MAX_TOGETHER) throw tooLargeTogether()
        }
      }
    } catch (error) {
      throw blame(error)
    }
    await request.authorizeAgain?.()
    return await work(form)
  } finally {
    for (const { place } of form.files) await clearAway(place)
  }
}
