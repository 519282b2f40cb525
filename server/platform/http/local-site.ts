import type { FastifyRequest } from 'fastify'

import { type Config, isLoopbackName } from '#platform/config'

import { misdirected } from './errors.ts'

const FROM_A_PROXY = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Calls that reveal no data: attempts through a supposed proxy must still be counted by their rate limits. */
const GUESSES = new Set(['/api/auth/login', '/api/auth/forgot-password'])

/**
 * A local site responds only to local host names, which prevents DNS rebinding by other pages, and not to a proxy that others can
 * reach.
 * @throws misdirected
 */
export const rejectForeignHost = (request: FastifyRequest): void => {
  const host = /^(.*?)(:\d*)?$/.exec(request.headers.host ?? '')?.[1] ?? ''
  if (!isLoopbackName(host) || (isProxied(request) && !GUESSES.has(request.url))) throw foreign()
}

/** Refuses sign-in to a local site through a proxy, whatever the password. @throws misdirected */
export const rejectProxied = ({ isLocal }: Config, request: FastifyRequest): void => {
  if (isLocal && isProxied(request)) throw foreign()
}

/** Current clients use HTTP/1.1; nginx uses 1.0 for upstream connections by default. */
const isProxied = ({ headers, raw }: FastifyRequest) =>
  raw.httpVersion === '1.0' || FROM_A_PROXY.some((name) => name in headers)

const foreign = () =>
  misdirected(
    'This site can only be reached from the machine it runs on. To open it to others, set PUBLIC_URL and, behind a proxy, TRUST_PROXY.',
  )
