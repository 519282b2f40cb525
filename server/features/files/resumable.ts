import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'

import { FileStore } from '@tus/file-store'
import { Metadata, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { UploadedFile } from '#contract/files'
import { transaction } from '#platform/database'
import { DomainError, invalid, notFound } from '#platform/http'
import { MAX_UPLOAD } from '#rules/uploads'

import { examine } from './examine.ts'
import { readableName } from './file-name.ts'
import { deleteReservation, findOwnFile } from './queries.ts'
import { tooLargeFile, withIncoming } from './receive.ts'
import { finish, reserveUpload, type Storage } from './store-upload.ts'

export const RESUMABLE_FOR_MS = 24 * 60 * 60 * 1000
const PATH = '/api/uploads/resumable'

type Exchange = { request: FastifyRequest; reply: FastifyReply; ownerId: string }

/**
 * Resumable uploads by the tus 1.0 protocol. Parts are stored in this node's scratch folder. An upload's id is the id of its
 * reservation in `files`, which names its owner, and later of the file.
 */
export const createResumable = async (storage: Storage, scratch: string) => {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const parts = new FileStore({
    directory: scratch,
    expirationPeriodInMilliseconds: RESUMABLE_FOR_MS,
  })
  const ids = new WeakMap<object, string>()
  const tus = new Server({
    path: PATH,
    datastore: parts,
    maxSize: MAX_UPLOAD,
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: (request) => ids.get(request) ?? randomUUID(),
  })

  /** Delegates to the protocol's library, and maps its errors to ours. */
  const speak = async ({ request, reply }: Exchange, id: string) => {
    const { method } = request
    const hasBody = method === 'PATCH' || method === 'POST'
    // The library reads the id from the end of the URL, including the query: it only gets to see ours.
    const spoken = new Request(`http://localhost${PATH}${method === 'POST' ? '' : `/${id}`}`, {
      method,
      headers: headersOf(request),
      ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' } : {}),
    })
    ids.set(spoken, id)
    const answer = await tus.handleWeb(spoken)
    if (answer.status >= 400) throw await refusal(answer)
    reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  }

  const arrived = async (id: string) => {
    const upload = await parts.getUpload(id).catch(() => undefined)
    return upload && upload.offset === upload.size ? upload : undefined
  }

  const finishing = new Map<string, Promise<UploadedFile | undefined>>()

  /** Runs once at a time per upload: each attempt copies into the scratch folder and waits for the decoding process. */
  const finishIfComplete = (ownerId: string, id: string): Promise<UploadedFile | undefined> => {
    const running = finishing.get(id)
    if (running) return running
    const started = finishArrived(ownerId, id).finally(() => finishing.delete(id))
    finishing.set(id, started)
    return started
  }

  /** Processes a complete upload like any other. A refused one is deleted, unless it can be retried. */
  const finishArrived = async (ownerId: string, id: string): Promise<UploadedFile | undefined> => {
    const upload = await arrived(id)
    if (!upload) return undefined
    try {
      const name = upload.metadata?.filename ?? ''
      const file = await withIncoming(scratch, parts.read(id), name, async (incoming) => {
        const content = await examine(incoming, ownerId)
        // Canceled meanwhile, perhaps on another node: `finish` would reserve its space again.
        await own(ownerId, id)
        return finish(storage, ownerId, id, content)
      })
      await parts.remove(id).catch(() => {})
      return file
    } catch (error) {
      if (error instanceof DomainError && error.status < 500 && error.retryAfter === undefined) {
        await Promise.allSettled([parts.remove(id), deleteReservation(storage.db, id)])
      }
      throw error
    }
  }

  const own = async (ownerId: string, id: string) => {
    const row = await findOwnFile(storage.db, ownerId, id)
    // A person knows the ids of their exports: cancelling one here would delete the row of bytes that are being stored.
    if (row?.purpose !== 'upload') throw notFound()
    return row
  }

  return {
    start: async (exchange: Exchange): Promise<FastifyReply> => {
      const { request, reply, ownerId } = exchange
      const file = { id: randomUUID(), ...announced(request) }
      await transaction(storage.db, (db) => reserveUpload(db, ownerId, file, storage.quota))
      try {
        await speak(exchange, file.id)
      } catch (error) {
        await Promise.allSettled([deleteReservation(storage.db, file.id), parts.remove(file.id)])
        throw error
      }
      await request.authorizeAgain?.()
      await finishIfComplete(ownerId, file.id)
      return reply.send()
    },

    find: async (exchange: Exchange, id: string): Promise<FastifyReply> => {
      const row = await own(exchange.ownerId, id)
      const { reply } = exchange
      if (!row.stored_at) {
        await speak(exchange, row.id)
        return reply.send()
      }
      // The parts are deleted, but a client that missed the last response must learn that the upload succeeded.
      const length = row.size
      return reply
        .headers({ 'tus-resumable': '1.0.0', 'upload-offset': length, 'upload-length': length })
        .send()
    },

    continue: async (exchange: Exchange, id: string): Promise<FastifyReply> => {
      const row = await own(exchange.ownerId, id)
      if (row.stored_at) throw new DomainError(409, 'conflict', 'This upload is complete.')
      await speak(exchange, row.id)
      await exchange.request.authorizeAgain?.()
      await finishIfComplete(exchange.ownerId, row.id)
      return exchange.reply.send()
    },

    cancel: async (exchange: Exchange, id: string): Promise<FastifyReply> => {
      const row = await own(exchange.ownerId, id)
      if (row.stored_at) throw new DomainError(409, 'conflict', 'This upload is complete.')
      await speak(exchange, row.id).catch((error: unknown) => {
        // Its parts are on another node, or lost: the reservation would occupy the person's room for a day.
        if (!(error instanceof DomainError && error.status === 404)) throw error
        exchange.reply.code(204).header('tus-resumable', '1.0.0')
      })
      await deleteReservation(storage.db, row.id)
      return exchange.reply.send()
    },

    finishIfComplete,
  }
}

/** Headers of the protocol; the library also reacts to others, such as a method override. */
const isSpoken = (name: string) =>
  name.startsWith('upload-') || ['tus-resumable', 'content-type', 'content-length'].includes(name)

const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (isSpoken(name) && typeof value === 'string' && value !== '') headers.set(name, value)
  }
  return headers
}

/** Size and name from the headers of the first request. */
const announced = (request: FastifyRequest): { name: string; size: number } => {
  const { 'upload-length': length, 'upload-metadata': metadata, ...others } = request.headers
  if ('upload-concat' in others) {
    throw invalid('Uploads in several parts at once (Upload-Concat) are not supported.')
  }
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) {
    throw invalid('Upload-Length must give the number of bytes.')
  }
  const size = Number(length)
  if (size > MAX_UPLOAD) throw tooLargeFile()
  if (size === 0) throw invalid('This file is empty. Please choose another one.')
  return { size, name: readableName(nameIn(metadata)) }
}

const nameIn = (metadata: string | string[] | undefined): string => {
  if (typeof metadata !== 'string' || metadata === '') return ''
  try {
    return Metadata.parse(metadata).filename ?? ''
  } catch {
    throw invalid('Upload-Metadata could not be read.')
  }
}

const refusal = async (answer: Response): Promise<Error> => {
  if (answer.status === 413) return tooLargeFile()
  if (answer.status === 404 || answer.status === 410) return notFound()
  const said = (await answer.text()).trim()
  if (answer.status >= 500) {
    // The library passes on errors of the disk as text.
    const code = /\b(?:ENOSPC|EDQUOT)\b/.exec(said)?.[0]
    return Object.assign(new Error(`resumable upload: ${answer.status} ${said}`), { code })
  }
  return new DomainError(answer.status, 'resumable_upload', said || 'The upload was refused.')
}
