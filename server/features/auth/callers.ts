import type { FastifyRequest } from 'fastify'

import type { Caller, Callers, Parts } from '#platform/http'

import { accessTokenReader } from './access-token.ts'
import { rejectForgery, SESSION_COOKIE } from './cookies.ts'
import { findLiveCaller } from './queries.ts'

type Known = { caller: Caller; until: number }

const MAX_KNOWN = 20_000
// Database notifications invalidate entries immediately; this bounds the effect of a lost notification.
const MAX_AGE_MS = 30_000

/**
 * Authenticates requests. Sessions are cached, so an authenticated read costs one query. Changes to an account or session
 * invalidate its entries on every node (see `account_changed` in the migrations); nothing is cached while notifications may be
 * lost.
 */
export const createCallers = async (
  parts: Pick<Parts, 'config' | 'db' | 'clock' | 'secret' | 'pubsub'>,
): Promise<Callers> => {
  const readToken = accessTokenReader(parts)
  const known = new Map<string, Known>()
  const tokensOf = new Map<string, Set<string>>()
  // Counts changes, so that a row read before a change is not cached after it.
  let changes = 0

  const forget = (userId: string) => {
    changes += 1
    for (const token of tokensOf.get(userId) ?? []) known.delete(token)
    tokensOf.delete(userId)
  }
  const forgetAll = () => {
    changes += 1
    known.clear()
    tokensOf.clear()
  }
  await parts.pubsub.on('account_changed', forget, forgetAll)

  const remember = (token: string, entry: Known) => {
    if (known.size >= MAX_KNOWN) forgetAll()
    known.set(token, entry)
    const { userId, actor } = entry.caller
    for (const id of actor ? [userId, actor.userId] : [userId]) {
      tokensOf.set(id, (tokensOf.get(id) ?? new Set()).add(token))
    }
  }

  const callerOf = async (token: string): Promise<Caller | null> => {
    const now = parts.clock().getTime()
    const hit = known.get(token)
    if (hit && hit.until > now && parts.pubsub.isListening()) return hit.caller
    const claims = readToken(token)
    if (!claims) return null
    const before = changes
    const caller = await findLiveCaller(parts.db, claims.sessionId, parts.clock())
    if (!caller || caller.userId !== claims.userId) return null
    if (before === changes && parts.pubsub.isListening()) {
      const until = Math.min(claims.expiresAt, now + MAX_AGE_MS)
      remember(token, { caller: { ...caller, version: undefined }, until })
    }
    return caller
  }

  return {
    forget,
    authenticate: async (request) => {
      rejectForgery(request, parts.config.WEB_ORIGIN)
      const token = tokenOf(request)
      return token ? callerOf(token) : null
    },
  }
}

const tokenOf = (request: FastifyRequest): string | undefined => {
  const { authorization } = request.headers
  if (authorization?.startsWith('Bearer ')) return authorization.slice('Bearer '.length)
  return request.cookies[SESSION_COOKIE]
}
