import { randomBytes } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LoginReply, User } from '#contract/auth'
import type { Db } from '#platform/database'
import { type Caller, notFound, type Parts, unauthenticated } from '#platform/http'

import {
  endSessions,
  findActing,
  findSessionForRefresh,
  findUser,
  insertSession,
} from './queries.ts'
import { sendTokens, loginReply } from './sign-in.ts'

export const ACTING_MINUTES = 30

type Door = { request: FastifyRequest; reply: FastifyReply }

/** Opens a session as another person, linked to the admin's own. The caller has checked the permission. */
export const openActingSession = async (
  parts: Parts,
  door: Door,
  { admin, userId }: { admin: Caller; userId: string },
): Promise<LoginReply> => {
  const now = parts.clock()
  const until = new Date(now.getTime() + ACTING_MINUTES * 60_000).toISOString()
  const acting = { sessionId: admin.sessionId, until }
  const session = await insertSession(
    parts.db,
    { userId, seed: randomBytes(32), device: 'an admin', acting },
    now,
  )
  const tokens = await sendTokens(parts, door, { ...session, userId })
  return loginReply(await showActing(parts.db, userId, session.id), tokens)
}

/** Ends an admin's session as another person and restores the admin's own session in the browser. */
export const stopActing = async (
  parts: Parts,
  door: Door,
  { userId, sessionId, actor }: Caller & { actor: Caller },
): Promise<LoginReply> => {
  const now = parts.clock()
  await endSessions(parts.db, userId, { only: sessionId }, now)
  parts.callers.forget(userId)
  const own = await findSessionForRefresh(parts.db, actor.sessionId, now)
  if (!own) throw unauthenticated()
  const tokens = await sendTokens(parts, door, { ...own, userId: own.user_id })
  const user = await findUser(parts.db, actor.userId)
  if (!user) throw unauthenticated()
  return loginReply(user, tokens)
}

/** The user that an admin gets while seeing the site as that person. @throws notFound */
export const showActing = async (db: Db, userId: string, sessionId: string): Promise<User> => {
  const user = await findUser(db, userId)
  if (!user) throw notFound('This account no longer exists.')
  const acting = await findActing(db, { sessionId })
  return { ...user, date_of_birth: null, second_factor_due: false, policy_changed: false, acting }
}
