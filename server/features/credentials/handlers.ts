import type { FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'

import {
  credentials,
  MAX_SUBMITTED,
  type OwnCredential,
  type Verification,
} from '#contract/credentials'
import type { Db } from '#platform/database'
import {
  type App,
  incompleteUpload,
  invalid,
  notFound,
  pageAfter,
  encodeRowCursor,
  decodeRowCursor,
  rejectAborted,
  serve,
} from '#platform/http'
import { networkOf } from '#platform/limits'
import { readRecordCode } from '#rules/text/record-code'

import { addressesOf } from './addresses.ts'
import { bakePng, bakeSvg } from './bake.ts'
import type { Signed } from './data-integrity.ts'
import { issuerRoutes, allowAllOrigins } from './issuer.ts'
import { type CredentialRow, findByCode, listOfLearner } from './queries.ts'
import { readFile, readText } from './read-submitted.ts'
import { SEAL } from './seal.ts'
import {
  type KnownContent,
  signOnDemand,
  signInBackground,
  type SigningParts,
} from './sign-once.ts'
import { createStatusLists } from './status-list.ts'
import { failed } from './verdict.ts'
import { createVerifier, type Verifier } from './verify.ts'

/** Publishing consent can end at any time, so copies must be revalidated. */
const ASKED_ANEW = 'no-cache'

/** Width and height in pixels. */
const PICTURE_SIZE = 512

/**
 * @param contentOf finds the contents of credentials, by owning feature
 * @returns the verifier for the pages
 */
export const credentialRoutes = (app: App, contentOf: KnownContent): Verifier => {
  const { config, clock } = app.parts
  const addresses = addressesOf(config.publicUrl)
  // Signs on the primary, even if the request was read from a replica.
  const signer: SigningParts = {
    config,
    db: app.parts.db,
    clock,
    secret: app.parts.secret,
    contentOf,
  }
  signInBackground(app.parts.jobs, signer)
  const verifier = createVerifier(signer, clock)
  const statusListOf = createStatusLists(app.parts)
  issuerRoutes(app)

  const findShown = async (db: Db, typed: string): Promise<CredentialRow> => {
    const code = readRecordCode(typed)
    const row = code ? await findByCode(db, code) : undefined
    if (!row) throw notFound()
    return row
  }

  const pictureOf = async (db: Db, typed: string): Promise<{ document: Signed; svg: string }> => {
    const row = await findShown(db, typed)
    if (row.kind === 'transcript') throw notFound()
    const content = await contentOf[row.kind]?.(db, row.id)
    if (!content) throw notFound()
    const document = await signOnDemand(signer, row)
    return { document, svg: content.achievement.picture?.svg ?? SEAL }
  }

  const ownCredential = (row: CredentialRow): OwnCredential => {
    const { id, code, kind, title, issued_at, expires_at, revoked_because } = row
    const hasPicture = kind !== 'transcript'
    return {
      id,
      code,
      kind,
      title: title ?? '',
      issued_at,
      expires_at,
      revoked_because,
      links: {
        verify: addresses.page(code),
        json: addresses.credential(code),
        png: hasPicture ? addresses.png(code) : null,
        svg: hasPicture ? addresses.svg(code) : null,
      },
    }
  }

  serve(app, credentials, {
    listCredentials: async ({ db, caller, query }) => {
      const { limit, cursor } = query
      const page = { after: decodeRowCursor(cursor), limit: limit + 1 }
      const rows = await listOfLearner(db, caller.userId, page)
      const shown = pageAfter(rows, limit, ({ issued_at, id }) =>
        encodeRowCursor({ at: issued_at, id }),
      )
      return { items: shown.items.map(ownCredential), next_cursor: shown.next_cursor }
    },

    showCredential: async ({ db, params, reply }) => {
      const document = await signOnDemand(signer, await findShown(db, params.code))
      reply.header('cache-control', ASKED_ANEW)
      return sendSigned(reply, document)
    },

    showBadgePng: async ({ db, params, reply }) => {
      const { document, svg } = await pictureOf(db, params.code)
      const png = await sharp(Buffer.from(svg), { density: 144 })
        .resize(PICTURE_SIZE, PICTURE_SIZE, { fit: 'contain', background: 'transparent' })
        .png()
        .toBuffer()
      return sendPicture(reply, 'image/png', bakePng(png, document))
    },

    showBadgeSvg: async ({ db, params, reply }) => {
      const { document, svg } = await pictureOf(db, params.code)
      return sendPicture(reply, 'image/svg+xml', bakeSvg(svg, document))
    },

    showSeal: async ({ reply }) =>
      allowAllOrigins(reply)
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
        .send(SEAL),

    showStatusList: async ({ db, params, request, reply }) => {
      const list = await statusListOf(db, params.number)
      if (!list) throw notFound()
      reply.headers({ 'cache-control': 'public, max-age=60', etag: list.etag })
      if (request.headers['if-none-match']?.includes(list.etag)) {
        return allowAllOrigins(reply).code(304).send()
      }
      return sendSigned(reply, list.document)
    },

    verifyCode: async ({ db, params, request }): Promise<Verification> => {
      const network = networkOf(request.ip)
      const code = readRecordCode(params.code)
      const verification = code ? await verifier.code(db, code, network) : failed('unknown')
      if (verification.verdict === 'unknown') throw notFound(verification.message)
      return verification
    },

    verifyCredential: async ({ db, body, request }): Promise<Verification> => {
      const network = networkOf(request.ip)
      if (body) {
        const { credential } = body
        if (Buffer.byteLength(credential) > MAX_SUBMITTED) return failed('too_large')
        return verifier.submitted(db, readText(credential, config.publicUrl), network)
      }
      const bytes = await receiveFile(request)
      if (!bytes) return failed('too_large')
      return verifier.submitted(db, await readFile(bytes, config.publicUrl, network), network)
    },
  })

  return verifier
}

/** Reads the file of a multipart request into memory; undefined if it exceeds the limit. */
const receiveFile = async (request: FastifyRequest): Promise<Buffer | undefined> => {
  const limits = { fileSize: MAX_SUBMITTED + 1, files: 1, fields: 5, fieldSize: 1000 }
  rejectAborted(request)
  const part = await request.file({ limits }).catch(() => Promise.reject(incompleteUpload()))
  if (!part) throw invalid('Please choose a file.', { file: 'Please choose a file.' })
  const chunks: Buffer[] = []
  try {
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
  } catch {
    throw incompleteUpload()
  }
  const bytes = Buffer.concat(chunks)
  return part.file.truncated || bytes.length > MAX_SUBMITTED ? undefined : bytes
}

/** Always the same format, whatever `Accept` says. */
const sendSigned = (reply: FastifyReply, document: Signed): FastifyReply =>
  allowAllOrigins(reply)
    .header('content-type', 'application/ld+json')
    .send(JSON.stringify(document, null, 2))

const sendPicture = (reply: FastifyReply, type: string, bytes: Buffer | string) =>
  allowAllOrigins(reply).headers({ 'content-type': type, 'cache-control': ASKED_ANEW }).send(bytes)
