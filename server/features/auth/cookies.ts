import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { forbidden } from '#platform/http'
import { IDLE_SIGN_IN_DAYS } from '#rules/retention'

import { ACCESS_TOKEN_SECONDS } from './access-token.ts'

// The browser's own requests (images, event streams) cannot carry a bearer token. For them the same token is sent in an HttpOnly
// cookie.
export const SESSION_COOKIE = 'session'
const CSRF_COOKIE = 'csrf_token'
const CSRF_HEADER = 'x-csrf-token'

/** Sets the session cookie and the CSRF token. */
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

/** Deletes pictures of a session that has ended, which the browser's cache still contains. */
export const clearCache = (reply: FastifyReply): void => {
  reply.header('clear-site-data', '"cache"')
}

/** Ends the browser's session: cookies and cache. */
export const clearSession = (reply: FastifyReply): void => {
  clearCache(reply)
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
  reply.clearCookie(CSRF_COOKIE, { path: '/' })
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Requires the CSRF token for writes with a session cookie (double submit); throws 403 otherwise. A web app on another origin
 * cannot read that cookie, so for it the Origin header is checked instead.
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
