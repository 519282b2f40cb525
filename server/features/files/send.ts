import { Readable } from 'node:stream'

import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'

import type { Files } from '#platform/files'
import { DomainError, notFound } from '#platform/http'

import { isShownInline } from './accepted-types.ts'
import type { FileRow } from './queries.ts'
import { storageFailed } from './store-upload.ts'

// A file opened directly must not run scripts or load anything else. (Chromium's PDF viewer works under this policy: tested.)
const LOCKED =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

// Browsers revalidate these. They show a page from their cache without revalidation when its user goes back: a file opened as a
// page would outlive the session in a shared browser.
const EMBEDDED = new Set(['image', 'audio', 'video'])

/**
 * Sends a stored file. Browsers may cache it as part of a page, and must revalidate the permission each time. Supports a single
 * byte range, which media players use to seek.
 */
export const sendFile = async (
  files: Files,
  file: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const contentType = file.content_type ?? 'application/octet-stream'
  const etag = `"${file.sha256}"`
  const isCacheable = EMBEDDED.has(String(request.headers['sec-fetch-dest']))
  reply.headers({
    'content-type': contentType,
    'content-disposition': contentDisposition(file.name, {
      type: isShownInline(contentType) ? 'inline' : 'attachment',
    }),
    'content-security-policy': LOCKED,
    'x-content-type-options': 'nosniff',
    'cache-control': isCacheable ? 'private, no-cache' : 'no-store',
    'accept-ranges': 'bytes',
    etag,
  })
  if (isCacheable && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()

  const range = rangeOf(request, file.size, etag)
  if (range === 'impossible') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new DomainError(416, 'range_not_satisfiable', 'The file is shorter than that.')
  }
  const open = () =>
    files.get(file.storage_key, range).catch((error: unknown) => {
      throw storageFailed('The file cannot be read right now.', error)
    })
  const stream = request.method === 'HEAD' ? Readable.from([]) : await open()
  if (stream === undefined) throw notFound()
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  return reply.send(stream)
}

const rangeOf = (request: FastifyRequest, size: number, etag: string) => {
  const { range, 'if-range': expected } = request.headers
  if (!range || (expected !== undefined && expected !== etag)) return undefined
  const found = parseRange(size, range)
  if (found === -1) return 'impossible'
  // For several or invalid ranges, the whole file is a correct response.
  if (found === -2 || found.type !== 'bytes' || found.length !== 1) return undefined
  return found[0]
}
