import { type Db, transaction } from '#platform/database'
import { conflict, invalid, notFound, type Parts } from '#platform/http'
import { COOLDOWN_DAYS, REQUEST_DAYS } from '#rules/connections'

import { notifyConnected, notifyNext } from './notify.ts'
import { areConnected, connect, lockPair } from './pair.ts'
import { findReceived, findRequest, listReceived, type Request } from './requests.ts'

const DAY_MS = 24 * 3_600_000
const after = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()

/** Job that follows the response, so that the response takes the same time for every address. */
export const FOLLOW_UP_JOB = 'connection-asked'

/**
 * Requests a connection with the owner of an address, in the caller's transaction. If that person has already sent a request to
 * the sender, they are connected at once. Nothing visible to the sender depends on whether the address has an account or on the
 * recipient's reaction.
 * @throws invalid for the sender's own address, conflict for a friend's
 */
export const requestFriend = async (
  { clock, jobs }: Pick<Parts, 'clock' | 'jobs'>,
  db: Db,
  { senderId, email }: { senderId: string; email: string },
): Promise<void> => {
  const now = clock()
  const both = await lockPair(db, senderId, { email })
  const sender = both.find(({ id }) => id === senderId)
  if (!sender) throw notFound()
  if (sender.email === email) {
    const own = 'This is your own address.'
    throw invalid(own, { email: own })
  }
  const other = both.find(({ id }) => id !== senderId)
  if (other && (await areConnected(db, senderId, other.id))) {
    throw conflict('You’re already friends with the person who has this address.')
  }
  const received = await listReceived(db, senderId, now)
  const theirs = received.find(({ sender_id }) => sender_id === other?.id)
  if (theirs) await accept(db, theirs, now)
  else await storeRequest(db, senderId, email, now)
  const asked = theirs ?? { sender_id: senderId, email }
  await jobs.enqueue(db, FOLLOW_UP_JOB, { sender_id: asked.sender_id, email: asked.email })
}

/** Repeating a pending request has no effect; a declined one stays declined during the cooldown. */
export const storeRequest = async (
  db: Db,
  sender_id: string,
  email: string,
  now: Date,
): Promise<void> => {
  const known = await db
    .selectFrom('connection_requests')
    .select(['id', 'expires_at', 'cancelled_at', 'declined_at', 'told'])
    .where('sender_id', '=', sender_id)
    .where('email', '=', email)
    .executeTakeFirst()
  const isRunning = known !== undefined && known.expires_at > now.toISOString()
  if (isRunning && known.cancelled_at === null) return
  const rests = known?.declined_at && known.declined_at > after(now, -COOLDOWN_DAYS)
  const fresh = {
    created_at: now.toISOString(),
    expires_at: after(now, REQUEST_DAYS),
    sender_allowed_at: null,
    recipient_allowed_at: null,
    accepted_at: null,
    cancelled_at: null,
    declined_at: rests ? known.declined_at : null,
    // A request that was cancelled and sent again does not notify twice.
    told: isRunning ? known.told : null,
  }
  await db
    .insertInto('connection_requests')
    .values({ ...fresh, sender_id, email })
    .onConflict((conflict) => conflict.columns(['sender_id', 'email']).doUpdateSet(fresh))
    .execute()
}

const accept = async (db: Db, request: Request, now: Date): Promise<boolean> => {
  await db
    .updateTable('connection_requests')
    .set({ accepted_at: now.toISOString() })
    .where('id', '=', request.id)
    .execute()
  return advanceRequest(db, request.id, now)
}

/** Connects the two once all approvals are given. @returns true if they are connected */
export const advanceRequest = async (db: Db, requestId: string, now: Date): Promise<boolean> => {
  const request = await findRequest(db, requestId, now)
  if (request?.step !== 'connected' || request.recipient_id === null) return false
  await connect(db, request.sender_id, request.recipient_id, now)
  await notifyConnected(db, request, now)
  return true
}

/**
 * @returns true if the two are connected now, false if a guardian still has to approve
 * @throws notFound for a request that the person cannot answer (any more)
 */
export const acceptRequest = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> => {
  const now = parts.clock()
  const request = await lockReceived(db, id, personId, now)
  const isConnected = await accept(db, request, now)
  if (!isConnected) await notifyNext(parts, db, await stillThere(db, id, now))
  return isConnected
}

const stillThere = async (db: Db, id: string, now: Date): Promise<Request> => {
  const request = await findRequest(db, id, now)
  if (!request) throw notFound()
  return request
}

const lockReceived = async (db: Db, id: string, personId: string, now: Date): Promise<Request> => {
  const seen = await findReceived(db, id, personId, now)
  if (!seen) throw notFound(GONE)
  await lockPair(db, personId, { id: seen.sender_id })
  const request = await findReceived(db, id, personId, now)
  if (!request) throw notFound(GONE)
  return request
}

const GONE = 'This request no longer exists.'

/**
 * Declines a request. The sender is not notified, and cannot ask again during the cooldown. @throws notFound as for
 * `acceptRequest`
 */
export const declineRequest = async (
  db: Db,
  { id, personId }: { id: string; personId: string },
  now: Date,
): Promise<void> => {
  await lockReceived(db, id, personId, now)
  await markDeclined(db, id, now)
}

export const markDeclined = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('connection_requests')
    .set({ declined_at: now.toISOString(), accepted_at: null })
    .where('id', '=', id)
    .execute()
}

/** The row remains, so cancelling and resending does not bypass the cooldown. */
export const cancelRequest = async (
  db: Db,
  { id, personId }: { id: string; personId: string },
  now: Date,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('connection_requests')
    .set({ cancelled_at: now.toISOString() })
    .where('id', '=', id)
    .where('sender_id', '=', personId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(GONE)
}

/** Notifies whoever must act next on a request: the recipient, or the guardian of a child who sent it. */
export const followUp = async (
  parts: Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>,
  { sender_id, email }: { sender_id: string; email: string },
): Promise<void> => {
  const now = parts.clock()
  const row = await parts.db
    .selectFrom('connection_requests')
    .select('id')
    .where('sender_id', '=', sender_id)
    .where('email', '=', email)
    .executeTakeFirst()
  const request = row && (await findRequest(parts.db, row.id, now))
  if (request) await transaction(parts.db, (db) => notifyNext(parts, db, request))
}

/** Deletes requests that are no longer visible or relevant to a cooldown, and groups without members. */
export const sweepConnections = async ({
  clock,
  db,
}: Pick<Parts, 'clock' | 'db'>): Promise<void> => {
  const now = clock()
  await db
    .deleteFrom('connection_requests')
    .where('expires_at', '<', now.toISOString())
    .where(({ eb, or }) =>
      or([eb('declined_at', 'is', null), eb('declined_at', '<', after(now, -COOLDOWN_DAYS))]),
    )
    .execute()
  await db
    .deleteFrom('quest_groups')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('quest_group_members')
            .select('member_id')
            .whereRef('group_id', '=', 'quest_groups.id')
            .where('joined_at', 'is not', null),
        ),
      ),
    )
    .execute()
}
