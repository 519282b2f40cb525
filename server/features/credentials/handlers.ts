import type { FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'

import { credentials, MAX_SUBMITTED } from '#contract/credentials'
import type { OwnCredential, Verification } from '#contract/credentials'
import { invalid, notFound, pageAfter, placeKey, placeOf, serve } from '#platform/http'
import type { App } from '#platform/http'
import { networkOf } from '#platform/limits'
import type { Limit } from '#platform/limits'
import { readRecordCode } from '#rules/record-code'

import { addressesOf } from './addresses.ts'
import { bakePng, bakeSvg } from './bake.ts'
import { issuerRoutes, openToAll } from './issuer.ts'
import { findByCode, listOfLearner } from './queries.ts'
import type { CredentialRow } from './queries.ts'
import { readFile, readText } from './read-submitted.ts'
import { sealSvg } from './seal.ts'
import { signedOnce } from './sign-once.ts'
import type { KnownContent, SigningParts } from './sign-once.ts'
import { credentialIn } from './sign.ts'
import { createStatusLists } from './status-list.ts'
import { failed } from './verdict.ts'
import { createVerifier } from './verify.ts'
import type { Verifier } from './verify.ts'

const message = 'That was a lot at once. Please wait a minute and try again.'
const CHECKS: Limit = { name: 'verify', points: 120, seconds: 60, message }
const PICTURES: Limit = { name: 'badge-pictures', points: 60, seconds: 60, message }

/** Permission to publish can end at any time: nobody may show a copy without asking. */
const ASKED_ANEW = 'no-cache'

/** Pixels on each side. */
const PICTURE_SIZE = 512

/**
 * @param contentOf what credentials say, given by the features that they are about
 * @returns what the pages verify with
 */
export const credentialRoutes = (app: App, contentOf: KnownContent): Verifier => {
  const { config, db, limits, clock } = app.parts
  const addresses = addressesOf(config.publicUrl)
  const signer: SigningParts = { config, db, clock, secret: app.parts.secret, contentOf }
  const verifier = createVerifier(signer, clock)
  const statusListOf = createStatusLists(app.parts)
  issuerRoutes(app)

  const findShown = async (typed: string): Promise<CredentialRow> => {
    const code = readRecordCode(typed)
    const row = code ? await findByCode(db, code) : undefined
    if (!row) throw notFound()
    return row
  }

  const pictureOf = async (typed: string): Promise<{ jwt: string; svg: string }> => {
    const row = await findShown(typed)
    if (row.kind === 'transcript') throw notFound()
    const content = await contentOf[row.kind]?.(db, row.id)
    if (!content) throw notFound()
    const { jwt } = await signedOnce(signer, row)
    return { jwt, svg: content.achievement.image ?? sealSvg(content.achievement.name) }
  }

  const ownCredential = (row: CredentialRow, title: string): OwnCredential => {
    const { id, code, kind, issued_at, expires_at, revoked_because } = row
    const hasPicture = kind !== 'transcript'
    return {
      id,
      code,
      kind,
      title,
      issued_at,
      expires_at,
      revoked_because,
      links: {
        verify: addresses.page(code),
        jwt: addresses.credential(code),
        json: addresses.json(code),
        png: hasPicture ? addresses.png(code) : null,
        svg: hasPicture ? addresses.svg(code) : null,
      },
    }
  }

  serve(app, credentials, {
    listCredentials: async ({ caller, query }) => {
      const { limit, cursor } = query
      const page = { after: placeOf(cursor), limit: limit + 1 }
      const rows = await listOfLearner(db, caller.userId, page)
      const shown = pageAfter(rows, limit, ({ issued_at, id }) => placeKey({ at: issued_at, id }))
      const items: OwnCredential[] = []
      for (const row of shown.items) {
        const { title } = await signedOnce(signer, row)
        items.push(ownCredential(row, title))
      }
      return { items, next_cursor: shown.next_cursor }
    },

    showCredential: async ({ params, request, reply }) => {
      const { jwt } = await signedOnce(signer, await findShown(params.code))
      openToAll(reply).headers({ 'cache-control': ASKED_ANEW, vary: 'accept' })
      return sendToken(request, reply, jwt)
    },

    showCredentialJson: async ({ params, reply }) => {
      const { jwt } = await signedOnce(signer, await findShown(params.code))
      openToAll(reply).header('cache-control', ASKED_ANEW)
      return sendJson(reply, 'application/ld+json', credentialIn(jwt))
    },

    showBadgePng: async ({ params, request, reply }) => {
      await limits.take(PICTURES, networkOf(request.ip))
      const { jwt, svg } = await pictureOf(params.code)
      const png = await sharp(Buffer.from(svg), { density: 144 })
        .resize(PICTURE_SIZE, PICTURE_SIZE, { fit: 'contain', background: 'transparent' })
        .png()
        .toBuffer()
      return sendPicture(reply, 'image/png', bakePng(png, jwt))
    },

    showBadgeSvg: async ({ params, reply }) => {
      const { jwt, svg } = await pictureOf(params.code)
      return sendPicture(reply, 'image/svg+xml', bakeSvg(svg, jwt))
    },

    showStatusList: async ({ params, request, reply }) => {
      const list = await statusListOf(params.number)
      if (!list) throw notFound()
      openToAll(reply).headers({
        'cache-control': 'public, max-age=60',
        vary: 'accept',
        etag: list.etag,
      })
      if (request.headers['if-none-match']?.includes(list.etag)) return reply.code(304).send()
      return sendToken(request, reply, list.jwt)
    },

    verifyCode: async ({ params, request }): Promise<Verification> => {
      await limits.take(CHECKS, networkOf(request.ip))
      const code = readRecordCode(params.code)
      const verification = code ? await verifier.code(code) : failed('unknown')
      if (verification.verdict === 'unknown') throw notFound(verification.message)
      return verification
    },

    verifyCredential: async ({ body, request }): Promise<Verification> => {
      await limits.take(CHECKS, networkOf(request.ip))
      if (body) {
        const { credential } = body
        if (Buffer.byteLength(credential) > MAX_SUBMITTED) return failed('too_large')
        return verifier.submitted(readText(credential, config.publicUrl))
      }
      const bytes = await receiveFile(request)
      if (!bytes) return failed('too_large')
      return verifier.submitted(readFile(bytes, config.publicUrl))
    },
  })

  return verifier
}

/** The file of a multipart request, whole, in memory; undefined when it is larger than allowed. */
const receiveFile = async (request: FastifyRequest): Promise<Buffer | undefined> => {
  const limits = { fileSize: MAX_SUBMITTED + 1, files: 1, fields: 5, fieldSize: 1000 }
  const broken = invalid('The file did not arrive whole. Please try again.')
  const part = await request.file({ limits }).catch(() => Promise.reject(broken))
  if (!part) throw invalid('Please choose a file.', { file: 'Please choose a file.' })
  const chunks: Buffer[] = []
  try {
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
  } catch {
    throw broken
  }
  const bytes = Buffer.concat(chunks)
  return part.file.truncated || bytes.length > MAX_SUBMITTED ? undefined : bytes
}

/** As text, as Open Badges 3.0 §5.2 wants a token, unless the client prefers its media type or its content as JSON. */
const sendToken = (request: FastifyRequest, reply: FastifyReply, jwt: string): FastifyReply => {
  const accept = request.headers.accept ?? ''
  if (accept.includes('application/vc+jwt')) return reply.type('application/vc+jwt').send(jwt)
  if (/application\/(?:ld\+json|vc\+ld\+json|vc\b)/.test(accept)) {
    return sendJson(reply, 'application/ld+json', credentialIn(jwt))
  }
  if (accept.includes('application/json')) {
    return sendJson(reply, 'application/json', credentialIn(jwt))
  }
  return reply.type('text/plain; charset=utf-8').send(jwt)
}

const sendJson = (reply: FastifyReply, type: string, document: unknown) =>
  reply.header('content-type', type).send(JSON.stringify(document, null, 2))

const sendPicture = (reply: FastifyReply, type: string, bytes: Buffer | string) =>
  openToAll(reply).headers({ 'content-type': type, 'cache-control': ASKED_ANEW }).send(bytes)
