import type { FastifyReply, FastifyRequest } from 'fastify'

import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { DomainError, type Parts } from '#platform/http'

import { clearCache } from './cookies.ts'
import { endSessions, findSessionForRefresh, rotateSession } from './queries.ts'
import { GRACE_MS, hasValidMac, parseRefreshToken } from './refresh-token.ts'
import { sendTokens, type Tokens } from './sign-in.ts'

/**
 * Exchanges a refresh token for its successor. The newest token rotates; the previous one gets the same successor for ten
 * seconds; any older or later use means that the token was stolen and ends the session.
 */
export const refreshSession = async (
  parts: Parts,
  door: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<Tokens> => {
  const now = parts.clock()
  const session = await transaction(parts.db, (db) => advance(parts, db, token, now))
  if (!session) {
    // The cookies may be of the next person.
    clearCache(door.reply)
    throw new DomainError(401, 'invalid_refresh_token', 'Please sign in again.')
  }
  return sendTokens(parts, door, session)
}

const advance = async (parts: Parts, db: Db, token: string, now: Date) => {
  const given = parseRefreshToken(token)
  if (!given) return null
  const row = await findSessionForRefresh(db, given.sessionId, now)
  if (!row) return null
  const session = { id: row.id, userId: row.user_id, seed: row.seed, generation: row.generation }
  if (!hasValidMac(parts.secret, { ...session, generation: given.generation }, given.mac))
    return null

  if (given.generation === row.generation) {
    const generation = row.generation + 1
    await rotateSession(db, { ...row, generation }, now)
    return { ...session, generation }
  }
  const age = now.getTime() - Date.parse(row.rotated_at)
  if (given.generation === row.generation - 1 && age <= GRACE_MS) return session

  await endSessions(db, row.user_id, { only: row.id }, now)
  await recordAudit(db, {
    actorId: row.user_id,
    subjectId: row.user_id,
    action: 'refresh_token_reused',
    address: null,
  })
  parts.callers.forget(row.user_id)
  return null
}
