import type { LoginReply } from '#contract/auth'
import { type HttpExchange, openSession } from '#features/auth'
import { mayNow } from '#features/learners'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { type Caller, conflict, DomainError, type Parts } from '#platform/http'
import { hashOf } from '#platform/one-time-token'
import { CARD_SESSION_HOURS, mayHaveCard } from '#rules/sign-in-card'

import { findCard } from './queries.ts'

/**
 * Returns the learner of a valid card, else undefined. A card is valid while the account may have one, and while the person who
 * made it may make one: a former advisor's printed list opens nothing.
 */
const findHolder = async (db: Db, secret: string, now: Date) => {
  const card = await findCard(db, hashOf(secret))
  if (!card || !mayHaveCard(card, now.toISOString().slice(0, 10))) return undefined
  const isMakers = await mayNow(
    db,
    card.maker_id,
    { learnerId: card.id, action: 'manageSignIn' },
    now,
  )
  return isMakers ? card : undefined
}

/** The same answer for an unknown card, a replaced one, and one of a suspended account. */
const invalidCard = () =>
  new DomainError(
    401,
    'invalid_card',
    'This card doesn’t work any more. Please ask your teacher or your family for a new one.',
  )

/** First name on a card. @throws 401 */
export const showCard = (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  secret: string,
): Promise<{ first_name: string }> =>
  transaction(db, async (db) => {
    const holder = await findHolder(db, secret, clock())
    if (!holder) throw invalidCard()
    return { first_name: holder.first_name }
  })

/**
 * Opens a session for a school day. The card stays locked until the session exists, so that a card replaced meanwhile ends it.
 * @throws 401; 409 if somebody else is signed in
 */
export const signInByCard = async (
  parts: Parts,
  door: HttpExchange,
  caller: Caller | null,
  secret: string,
): Promise<LoginReply> => {
  const reply = await transaction(parts.db, async (db) => {
    const now = parts.clock()
    const holder = await findHolder(db, secret, now)
    if (!holder) return undefined
    if (caller && caller.userId !== holder.id) {
      throw conflict('Someone else is signed in on this device. Sign out first.')
    }
    const until = new Date(now.getTime() + CARD_SESSION_HOURS * 3_600_000).toISOString()
    return openSession({ ...parts, db }, door, holder.id, { card: { until } })
  })
  if (reply) return reply
  // After the transaction, so that the line is stored.
  await recordAudit(parts.db, {
    subjectId: null,
    action: 'sign_in_refused',
    address: door.request.ip,
    detail: { by: 'card' },
  })
  throw invalidCard()
}
