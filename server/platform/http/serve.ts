import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { Access, CallOutput, Endpoint, EndpointTable, Schema } from '#contract/endpoint'

import { admit } from './access.ts'
import type { Caller } from './access.ts'
import { unsupportedType } from './errors.ts'
import { onceByKey, requestKey } from './idempotency.ts'
import type { Once, RequestKey } from './idempotency.ts'
import { keptByName, Written } from './kept.ts'
import type { Kept } from './kept.ts'
import type { Parts } from './parts.ts'
import { compileWriter } from './serialise.ts'
import { schemaOf, validated } from './validation.ts'

type CallerOf<A extends Access> = A extends 'public' ? Caller | null : Caller

/** What a handler is called with: the program's parts, the parsed input, and who calls. */
export type Call<E extends Endpoint> = Parts &
  CallOutput<E> & {
    caller: CallerOf<E['access']>
    request: FastifyRequest
    reply: FastifyReply
    once: Once
    /** For an effect that is one statement and stores the key with it; otherwise `once` sees to it. */
    requestKey: () => RequestKey | null
    kept: Kept
  }

type ReplyInput<E extends Endpoint> = E['reply'] extends Schema
  ? z.input<E['reply']>
  : E['kind'] extends 'download' | 'events'
    ? FastifyReply
    : void

export type Handlers<T extends EndpointTable> = {
  [K in keyof T]: (
    call: Call<T[K]>,
  ) => Promise<ReplyInput<T[K]>> | Promise<Written<ReplyInput<T[K]>>>
}

export type App = {
  http: FastifyInstance
  parts: Parts
}

/**
 * Registers a feature's endpoint table. A missing handler or a wrong reply does not compile; a field that the
 * reply's schema does not name never leaves the server, because replies are written from that schema.
 */
export const serve = <const T extends EndpointTable>(
  app: App,
  table: T,
  handlers: Handlers<T>,
): void => {
  for (const [name, endpoint] of Object.entries<Endpoint>(table)) {
    const handler = handlers[name] as (call: unknown) => Promise<unknown>
    route(app, endpoint, handler)
  }
}

const route = (
  { http, parts }: App,
  endpoint: Endpoint,
  handler: (call: unknown) => Promise<unknown>,
) => {
  const status = endpoint.status ?? (endpoint.reply ? 200 : 204)
  const isBytes = endpoint.kind === 'download' || endpoint.kind === 'events'

  http.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(endpoint, status),
    config: { endpoint, swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
    onRequest: async (request) => {
      request.caller = admit(await parts.callers.authenticate(request), endpoint.access)
    },
    // Parsing with zod happens below, in one place: Fastify's schemas document and serialise.
    validatorCompiler: () => () => true,
    serializerCompiler: compileWriter,
    handler: async (request, reply) => {
      if ((endpoint.kind ?? 'json') === 'json') refuseOtherThanJson(request)
      const input = {
        params: validated(endpoint.params, request.params),
        query: validated(endpoint.query, request.query),
        body:
          endpoint.kind === 'upload' && request.isMultipart()
            ? undefined
            : validated(endpoint.body, request.body),
      }
      const answer = await handler({
        ...parts,
        ...input,
        caller: request.caller,
        request,
        reply,
        once: onceByKey(parts, request, input.body),
        requestKey: () => requestKey(parts, request, input.body),
        kept: keptByName(request, reply),
      })
      if (isBytes) return answer
      if (answer instanceof Written) {
        return reply.type('application/json; charset=utf-8').send(answer.json)
      }
      if (reply.statusCode === 200) reply.code(status)
      return answer
    },
  })
}

/** Multipart and the parts of a resumable upload are read for the endpoints that want them; here they are a mistake. */
const refuseOtherThanJson = ({ method, headers }: FastifyRequest) => {
  const type = headers['content-type']
  const isJson = type === undefined || /^application\/json\b/i.test(type)
  if (method !== 'GET' && !isJson) {
    throw unsupportedType('The server does not accept this content type.')
  }
}
