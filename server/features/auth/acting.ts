import { randomBytes } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LoginReply } from '#contract/auth'
import { unauthenticated } from '#platform/http'
import type { Caller, Parts } from '#platform/http'

import { endSessions, findActing, findSessionForRefresh, insertSession } from './queries.ts'
import { handOver, loginReply } from './sign-in.ts'

/** How long an admin may see the site as somebody else. */
export const ACTING_MINUTES = 30

type Door = { request: FastifyRequest; reply: FastifyReply }

/** Opens a session as somebody else beside an admin's own. Who may is decided before. */
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
  const tokens = await handOver(parts, door, { ...session, userId })
  const reply = await loginReply(parts, userId, tokens)
  const user = { ...reply.user, acting: await findActing(parts.db, { sessionId: session.id }) }
  return { ...reply, user }
}

/** Ends what an admin sees as somebody else, and gives the browser the admin's own session back. */
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
  const tokens = await handOver(parts, door, { ...own, userId: own.user_id })
  return loginReply(parts, actor.userId, tokens)
}
