import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type * as z from 'zod/mini'

import type { Access, CallOutput, Endpoint, EndpointTable, Schema } from '#contract/endpoint'
import { type AuditAction, recordAudit } from '#platform/audit'
import { timeSlot } from '#platform/cache'
import type { Db } from '#platform/database'

import { authorizeCall, type Caller } from './access.ts'
import { DomainError, notFound, unsupportedType } from './errors.ts'
import { type RunOnce, idempotent } from './idempotency.ts'
import { isRead, type Learner, learnerRefOf } from './learner.ts'
import type { Parts } from './parts.ts'
import { onReplica } from './replica.ts'
import { compileWriter, replySchema } from './serialise.ts'
import { paramsOf, validate } from './validation.ts'

type CallerOf<A extends Access> = A extends 'public' ? Caller | null : Caller

/** Argument of a handler: the program's parts, the parsed input, and the caller. */
export type Call<E extends Endpoint> = Parts &
  CallOutput<E> & {
    caller: CallerOf<E['access']>
    request: FastifyRequest
    reply: FastifyReply
    once: RunOnce
    audit: Audit
  } & (E['learner'] extends object ? { learner: Learner } : unknown)

/**
 * Writes an audit entry for the caller. Without `subjectId`, the subject is the call's learner, else the caller; null for no
 * account.
 */
export type Audit = (
  db: Db,
  action: AuditAction,
  detail?: Record<string, unknown>,
  subjectId?: string | null,
) => Promise<void>

type ReplyInput<E extends Endpoint> = E['reply'] extends Schema
  ? z.input<E['reply']>
  : E['kind'] extends 'download' | 'events'
    ? FastifyReply
    : void

export type Handlers<T extends EndpointTable> = {
  [K in keyof T]: (call: Call<T[K]>) => Promise<ReplyInput<T[K]>>
}

export type App = {
  http: FastifyInstance
  parts: Parts
}

/**
 * Registers a feature's endpoint table. A missing handler or a wrong reply does not compile; fields that the reply's schema does
 * not declare never leave the server, because replies are serialized by that schema.
 */
export const serve = <const T extends EndpointTable>(
  app: App,
  table: T,
  handlers: Handlers<T>,
): void => {
  for (const [name, endpoint] of Object.entries<Endpoint>(table)) {
    const handler = handlers[name] as (call: unknown) => Promise<unknown>
    route(app, name, endpoint, handler)
  }
}

/** A longer wait for a body is on purpose, or a very slow line; for other calls of the same person, a flood. */
const LONG_WAIT_MS = 1000
/** How long a transfer of a file may stand still: after that, the connection is lost, or its client does not read. */
const SILENCE_MS = 2 * 60_000

const route = (
  { http, parts }: App,
  name: string,
  endpoint: Endpoint,
  handler: (call: unknown) => Promise<unknown>,
) => {
  const status = endpoint.status ?? (endpoint.reply ? 200 : 204)
  const params = paramsOf(endpoint)
  const isBytes = endpoint.kind === 'download' || endpoint.kind === 'events'
  const authorize = async (request: FastifyRequest) => {
    const caller = endpoint.anonymous ? null : await parts.callers.authenticate(request)
    request.caller = authorizeCall(caller, endpoint)
  }

  http.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: endpoint.reply && { response: { [status]: replySchema(endpoint.reply) } },
    config: { endpoint },
    onRequest: authorize,
    ...(isBytes && { onSend: async (request) => request.beginsReply?.() }),
    serializerCompiler: compileWriter,
    handler: inTurn(parts, endpoint, async (request, reply) => {
      request.authorizeAgain = async () => {
        if (reply.elapsedTime > LONG_WAIT_MS) await authorize(request)
      }
      if (['json', 'webhook'].includes(endpoint.kind ?? 'json')) refuseOtherThanJson(request)
      // The body may have arrived slowly, or other calls may have run first.
      await request.authorizeAgain()
      const learner = await admitToLearner(parts, endpoint, request)
      const input = {
        params: validate(params, request.params),
        query: validate(endpoint.query, request.query),
        body:
          endpoint.kind === 'upload' && request.isMultipart()
            ? undefined
            : validate(endpoint.body, request.body),
      }
      if (endpoint.learner && !learner) throw notFound()
      const giveBack = await parts.limits.takeCall(endpoint.limit, {
        address: request.ip,
        userId: request.caller?.userId,
        proof: [request.headers['proof-of-work']].flat()[0],
      })
      const actorId = request.caller?.userId ?? null
      const audit: Audit = (db, action, detail, subjectId = learner?.id ?? actorId) =>
        recordAudit(db, { actorId, subjectId, action, address: request.ip, detail })
      const call = { ...parts, ...input, caller: request.caller, learner, request, reply, audit }
      // Before the handler, which may send its own reply.
      if (endpoint.learner && learner && isRead(endpoint)) {
        const what = { call: name, may: endpoint.learner.may, address: request.ip }
        const { actor } = request.caller!
        if (actor)
          await parts.learners.recordDisclosure(actor, { ...learner, relation: 'admin' }, what)
        else if (learner.relation !== 'self')
          await parts.learners.recordDisclosure(request.caller!, learner, what)
      }
      const once = idempotent(parts, request, input.body)
      const handle = async () =>
        endpoint.reads
          ? onReplica(parts, endpoint.access, request, (db) => handler({ ...call, once, db }))
          : handler({ ...call, once })
      const make = () => unlessRefused(handle, giveBack)
      const answer =
        endpoint.cache && request.caller
          ? await cached(parts, endpoint, request.caller, learner, [name, input], async () =>
              String(reply.serialize(await make())),
            )
          : await make()
      if (endpoint.cache) return reply.type('application/json; charset=utf-8').send(answer)
      if (!isBytes && reply.statusCode === 200) reply.code(status)
      return answer
    }),
  })
}

/** Runs a call, and `giveBack` unless it is refused: a server that was too busy to look has found nothing wrong. */
const unlessRefused = async <T>(call: () => Promise<T>, giveBack: () => Promise<void>) => {
  const answer = await call().catch(async (error: unknown) => {
    if (!(error instanceof DomainError) || error.status >= 500) await giveBack()
    throw error
  })
  await giveBack()
  return answer
}

/**
 * Makes a person's calls wait for each other above a limit, until their replies begin: a file is read as slowly as its reader
 * likes. Uploads, whose bodies arrive while they run, wait in a line of their own; event streams do not wait. Public pages, which
 * can be long, are read in turn by network.
 */
const inTurn = (
  { limits }: Parts,
  { kind, method, reads }: Endpoint,
  handler: RouteHandlerMethod,
): RouteHandlerMethod => {
  // Of resumable uploads, too.
  const isUpload = kind === 'upload' || (kind === 'download' && method !== 'GET')
  const isFile = isUpload || kind === 'download'
  return async (request, reply) => {
    const answer = async () => {
      if (isFile) endWhenSilent(request, reply)
      return handler.call(request.server, request, reply)
    }
    const userId = request.caller?.userId
    if ((!userId && !reads) || kind === 'events') return answer()
    let answered
    await limits.runInTurn({ address: request.ip, userId }, isUpload, async () => {
      const begun = new Promise<void>((resolve) => (request.beginsReply = resolve))
      answered = answer()
      await Promise.race([answered, begun])
    })
    return answered
  }
}

/** Closes the connection once nothing moves. While the server works on a complete upload, nothing does. */
const endWhenSilent = (request: FastifyRequest, reply: FastifyReply) =>
  reply.raw.setTimeout(SILENCE_MS, () => {
    if (!request.raw.complete || reply.raw.headersSent) request.raw.destroy()
  })

/** Authorizes the caller for the call's learner, or throws: before the input is validated. */
const admitToLearner = (
  { learners }: Parts,
  { learner }: Endpoint,
  request: FastifyRequest,
): Promise<Learner> | undefined => {
  const { caller } = request
  if (!learner || !caller) return undefined
  const name = learnerRefOf(learner, caller, request)
  // Validation reports invalid ids.
  return name && learners.authorize(caller, name, learner.may)
}

/** Version of what a cached reply depends on. Only replies for those who may read drafts contain them. */
const versionFor = (
  { db, learners }: Parts,
  endpoint: Endpoint,
  caller: Caller,
  learner: Learner | undefined,
) => {
  if (!learner) return learners.caseloadVersionOf(db, caller.userId)
  if (endpoint.learner?.may === 'readDrafts') return learners.draftsVersionOf(db, learner.id)
  return learner.version ?? learners.versionOf(db, learner.id)
}

/**
 * Returns this node's cached reply for the same version of the learner, or of the caseload, and the same relation. An admin who acts
 * as somebody sees less than they do.
 */
const cached = async (
  parts: Parts,
  endpoint: Endpoint,
  caller: Caller,
  learner: Learner | undefined,
  about: unknown,
  write: () => Promise<string>,
): Promise<string> => {
  const version = await versionFor(parts, endpoint, caller, learner)
  const who = `${learner?.relation} ${caller.actor ? 'acting' : ''}`
  const key = `${version} ${timeSlot(parts.clock())} ${who} ${JSON.stringify(about)}`
  return parts.cache.getOrCreate(key, (json) => json.length, write)
}

/** Multipart and resumable parts are parsed for the endpoints that accept them; for others they are an error. */
const refuseOtherThanJson = ({ method, headers }: FastifyRequest) => {
  const type = headers['content-type']
  const isJson = type === undefined || /^application\/json\b/i.test(type)
  if (method !== 'GET' && !isJson) {
    throw unsupportedType('The server does not accept this content type.')
  }
}
