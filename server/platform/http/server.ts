import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'

import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import { escapeUTF8 as escape } from 'entities'
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '#platform/config'
import { isDatabaseAway, isTransactionConflict } from '#platform/database'
import type { Metrics } from '#platform/metrics'
import { countStatements, newTrace, withTrace } from '#platform/trace'

import { DomainError, invalid, notFound, tooLarge, unavailable, unsupportedType } from './errors.ts'
import { rejectForeignHost } from './local-site.ts'
import { rejectUnstorableText } from './text-guard.ts'

/**
 * In addition to endpoints marked `whileBusy` and to files: monitoring, and the pages of the web app, which cost next to nothing
 * and without which not even the sign-in form appears.
 */
const NEVER_SHED = new Set(['/metrics', '/*'])
const BODY_LIMIT = 1024 * 1024
/** Response headers that the web app reads, including tus's; scripts on other origins only see exposed ones. */
const READ_BY_SCRIPTS = [
  'x-request-id',
  'retry-after',
  'location',
  'tus-resumable',
  'upload-length',
  'upload-offset',
]
const UPLOAD_LIMIT = 25 * 1024 * 1024
/** For a whole request to arrive: the largest upload on a slow line. Fastify itself sets none. */
const ARRIVES_WITHIN_MS = 30 * 60_000

const DEVICES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'serial',
] as const

/** Value of a Permissions-Policy header that allows a page only the given devices. */
export const devicePolicy = (...allowed: (typeof DEVICES)[number][]): string =>
  DEVICES.map((device) => `${device}=(${allowed.includes(device) ? 'self' : ''})`).join(', ')

const NO_DEVICES = devicePolicy()

/** Creates the web server without routes: parsing, headers, limits and the central error handler. */
export const createHttp = async (
  config: Config,
  logger: Logger,
  metrics: Metrics,
): Promise<FastifyInstance> => {
  const http = fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVES_WITHIN_MS,
    trustProxy: config.TRUST_PROXY ?? false,
    genReqId: ({ headers }) => idFromProxy(config, headers['x-request-id']) ?? randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // Unparsable URLs are handled here.
    frameworkErrors: answerError,
  }) as unknown as FastifyInstance

  http.decorateRequest('caller', null)
  http.decorateRequest('signedBytes', null)
  http.decorateRequest('authorizeAgain', null)
  http.decorateRequest('beginsReply', null)
  traceRequests(http, metrics)
  acceptOnlyJson(http)
  await http.register(helmet, {
    contentSecurityPolicy: false, // set per reply: pages contain the hashes of their own scripts
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    // Allows images on a web app at another origin. Cookies remain limited to this site (SameSite), and so does everything they
    // authorize.
    crossOriginResourcePolicy: { policy: config.WEB_ORIGIN ? 'cross-origin' : 'same-origin' },
  })
  if (config.WEB_ORIGIN) {
    await http.register(cors, {
      origin: [config.WEB_ORIGIN],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: READ_BY_SCRIPTS,
      maxAge: 600,
    })
  }
  await http.register(cookie)
  await http.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 10, fields: 20 } })
  await http.register(compress, { global: false })
  await http.register(underPressure, {
    maxEventLoopDelay: config.SHED_AFTER_MS,
    pressureHandler: async ({ routeOptions: { url = '', config } }) => {
      if (NEVER_SHED.has(url) || config.isFile || config.endpoint?.whileBusy) return
      throw unavailable('The server is busy. Please try again in a moment.')
    },
  })

  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', NO_DEVICES)
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
  if (config.isLocal) http.addHook('onRequest', async (request) => rejectForeignHost(request))
  http.addHook('preValidation', async (request) => rejectUnstorableText(request))
  http.setErrorHandler(answerError)
  http.setNotFoundHandler(() => {
    throw notFound()
  })
  return http
}

/** A trusted proxy's request id, so that its log and ours can be correlated. */
const idFromProxy = ({ TRUST_PROXY }: Config, id: string | string[] | undefined) =>
  TRUST_PROXY && typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : undefined

/** Each request is one trace from its first hook to its reply, which is logged and counted in the metrics. */
const traceRequests = (http: FastifyInstance, metrics: Metrics) => {
  http.decorateRequest('trace')
  http.addHook('onRequest', (request, _reply, done) => {
    const { id, method } = request
    request.trace = newTrace({ request_id: id, method, route: routeOf(request) })
    withTrace(request.trace, done)
  })
  // Body parsers are called by the socket, outside of the trace.
  http.addHook('preValidation', (request, _reply, done) => withTrace(request.trace, done))
  http.addHook('onResponse', async (request, reply) => {
    const { method, trace } = request
    const route = routeOf(request)
    const status = reply.statusCode
    const ms = (time: number) => Math.round(time * 10) / 10
    request.log.info(
      {
        method,
        route,
        status,
        ms: ms(reply.elapsedTime),
        statements: countStatements(trace),
        database_ms: ms(trace.databaseMs),
      },
      'request',
    )
    // A stream's duration is only how long a page was open.
    const { endpoint } = request.routeOptions.config
    if (endpoint?.kind === 'events') return
    const summary = endpoint?.summary ?? null
    metrics.answered({ method, route, summary, status, seconds: reply.elapsedTime / 1000, trace })
  })
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

/** JSON is the only body type besides multipart; an empty one is no body (many clients label a bare POST or DELETE as JSON). */
const acceptOnlyJson = (http: FastifyInstance) => {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (request.routeOptions.config.endpoint?.kind === 'webhook') request.signedBytes = bytes
    if (bytes.length === 0) done(null, undefined)
    // Decoding would silently alter invalid UTF-8.
    else if (!isUtf8(bytes)) done(invalid('The request contains characters that cannot be stored.'))
    else parse(request, bytes.toString(), done)
  })
}

/** The only place that turns errors into replies. */
const answerError = (
  error: FastifyError | DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const known = asDomainError(error)
  if (known.status >= 500) request.log.error({ err: error }, known.code)
  if (known.retryAfter !== undefined) reply.header('retry-after', Math.ceil(known.retryAfter))
  reply.code(known.status)
  if (known.status !== 404 && isForPage(request)) sendPlainPage(reply, known)
  else reply.send({ error: { code: known.code, message: known.message, fields: known.fields } })
}

/** True if a browser window displays the reply. */
const isForPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html') === true

/** A static page, because the app itself may be unavailable. Reloads itself if a retry is possible. */
const sendPlainPage = (reply: FastifyReply, { message, retryAfter }: DomainError) => {
  const again =
    retryAfter === undefined ? '' : `<meta http-equiv="refresh" content="${Math.ceil(retryAfter)}">`
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .send(
      `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">${again}<title>Please try again</title></head><body><p>${escape(message)}</p></body></html>`,
    )
}

const asDomainError = (error: FastifyError | DomainError): DomainError => {
  if (error instanceof DomainError) return error
  if (isDatabaseAway(error)) {
    return unavailable('The service is temporarily unavailable. Please try again in a moment.')
  }
  if (isTransactionConflict(error)) {
    return unavailable('Too much changed at the same time, so nothing was saved. Please try again.')
  }
  if (['ENOSPC', 'EDQUOT'].includes(error.code)) {
    return unavailable('The server is out of space, so nothing was saved. Please try again later.')
  }
  const status = error.statusCode ?? 500
  if (status === 413) return tooLarge('This is larger than the server accepts.')
  if (status === 415) return unsupportedType('The server does not accept this content type.')
  if (status === 503) return unavailable(error.message)
  if (status >= 400 && status < 500) return invalid('The request could not be read.')
  return new DomainError(500, 'internal', 'Something went wrong on our side. Please try again.')
}
