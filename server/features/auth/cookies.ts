import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { forbidden } from '#platform/http'
import { IDLE_SIGN_IN_DAYS } from '#rules/retention'

import { ACCESS_TOKEN_SECONDS } from './access-token.ts'

// The browser's own requests (pictures, event streams) cannot carry a bearer token: for them the same token travels in
// a cookie that no script can read.
export const SESSION_COOKIE = 'session'
const CSRF_COOKIE = 'csrf_token'
const CSRF_HEADER = 'x-csrf-token'

/** Signs the browser in: the session cookie, and the token that its own pages prove their origin with. */
export const setSessionCookies = (
  request: FastifyRequest,
  reply: FastifyReply,
  accessToken: string,
  secure: boolean,
): void => {
  const base = { path: '/', sameSite: 'lax', secure } as const
  reply.setCookie(SESSION_COOKIE, accessToken, {
    ...base,
    httpOnly: true,
    maxAge: ACCESS_TOKEN_SECONDS,
  })
  reply.setCookie(
    CSRF_COOKIE,
    request.cookies[CSRF_COOKIE] ?? randomBytes(32).toString('base64url'),
    {
      ...base,
      maxAge: IDLE_SIGN_IN_DAYS * 24 * 3600,
    },
  )
}

export const clearSessionCookies = (reply: FastifyReply): void => {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
  reply.clearCookie(CSRF_COOKIE, { path: '/' })
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A write that carries a session cookie must show the CSRF token as well (double submit); throws 403 otherwise. The web app at
 * an origin of its own cannot read that cookie: there the browser's word on where a request comes from stands in.
 */
export const rejectForgery = (request: FastifyRequest, webOrigin: string | undefined): void => {
  if (SAFE.has(request.method) || request.cookies[SESSION_COOKIE] === undefined) return
  if (webOrigin !== undefined && request.headers.origin === webOrigin) return
  const expected = Buffer.from(request.cookies[CSRF_COOKIE] ?? '')
  const given = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''))
  const matches =
    expected.length >= 32 && expected.length === given.length && timingSafeEqual(expected, given)
  if (!matches)
    throw forbidden('The request could not be verified. Please reload the page.', 'csrf')
}
