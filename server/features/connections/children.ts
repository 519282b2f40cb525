import type { ChildConnections, ChildRequest } from '#contract/connections'
import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { isChild } from '#rules/age'

import { advanceRequest, cancelRequest, markDeclined } from './ask.ts'
import { listFriends } from './friends.ts'
import { nameOfSender, notifyNext } from './notify.ts'
import { disconnect, lockPair } from './pair.ts'
import { isFromAdult, listOfGuardian, listReceived, listSent, type Request } from './requests.ts'

/** Requests from or to a child that await a guardian's decision. */
const listWaiting = async (db: Db, childId: string, now: Date) => {
  const sent = await listSent(db, childId, now)
  const received = await listReceived(db, childId, now)
  return [
    ...sent.filter(({ step }) => step === 'sender_guardian'),
    ...received.filter(({ step }) => step === 'recipient_guardian'),
  ]
}

export const showChildConnections = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  childId: string,
): Promise<ChildConnections> => {
  const now = clock()
  const today = now.toISOString().slice(0, 10)
  const waiting = await listWaiting(db, childId, now)
  const friends = await listFriends(db, childId, now)
  return {
    // Levels are shared with friends, not with their families.
    friends: friends.map((friend) => ({ ...friend, level: null })),
    requests: waiting.map((request) => showToFamily(request, childId, now)),
    allowed: await isAllowedNow(db, childId),
    under_13: await isUnder13(db, childId, today),
  }
}

const showToFamily = (request: Request, childId: string, now: Date): ChildRequest => {
  const isSent = request.sender_id === childId
  const { id, created_at, email } = request
  return {
    id,
    created_at,
    direction: isSent ? 'sent' : 'received',
    // The family also must not learn whether the address has an account.
    other: isSent ? email : nameOfSender(request, now),
    is_adult: !isSent && isFromAdult(request, now),
  }
}

/** Requests of all of a guardian's children that await the guardian's decision, each with its child. */
export const listAwaitingGuardian = async (
  db: Db,
  guardianId: string,
  now: Date,
): Promise<(ChildRequest & { child: { id: string; first_name: string } })[]> => {
  const requests = await listOfGuardian(db, guardianId, now)
  return requests.flatMap((request) => {
    const { step, sender_id, sender_first_name, recipient_id, recipient_first_name } = request
    if (step === 'sender_guardian') {
      const child = { id: sender_id, first_name: sender_first_name }
      return [{ ...showToFamily(request, sender_id, now), child }]
    }
    if (step !== 'recipient_guardian' || recipient_id === null) return []
    const child = { id: recipient_id, first_name: recipient_first_name ?? '' }
    return [{ ...showToFamily(request, recipient_id, now), child }]
  })
}

const isAllowedNow = async (db: Db, childId: string): Promise<boolean> => {
  const scope = await db
    .selectFrom('standing_consents')
    .select('scope')
    .where('child_id', '=', childId)
    .where('scope', '=', 'connections_and_messages')
    .executeTakeFirst()
  return scope !== undefined
}

const isUnder13 = async (db: Db, childId: string, today: string): Promise<boolean> => {
  const { date_of_birth } = await db
    .selectFrom('accounts')
    .select('date_of_birth')
    .where('id', '=', childId)
    .executeTakeFirstOrThrow()
  return isChild(date_of_birth, today)
}

type Decision = { childId: string; requestId: string; allowed: boolean }

/**
 * Records a guardian's decision on a request, in the caller's transaction. A refusal notifies the child but not the other side.
 * @throws notFound for a request that does not await a guardian of this child
 */
export const decideConnection = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { childId, requestId, allowed }: Decision,
): Promise<void> => {
  const now = parts.clock()
  const request = await findWaiting(db, childId, requestId, now)
  if (!allowed) {
    await refuse(db, childId, request, now)
    return
  }
  if (!(await isAllowedNow(db, childId))) throw notFound()
  const column = request.sender_id === childId ? 'sender_allowed_at' : 'recipient_allowed_at'
  await db
    .updateTable('connection_requests')
    .set({ [column]: now.toISOString() })
    .where('id', '=', requestId)
    .execute()
  if (await advanceRequest(db, requestId, now)) return
  const [next] = await listSent(db, request.sender_id, now).then((all) =>
    all.filter(({ id }) => id === requestId),
  )
  if (next) await notifyNext(parts, db, next)
}

const findWaiting = async (
  db: Db,
  childId: string,
  requestId: string,
  now: Date,
): Promise<Request> => {
  const find = async () => (await listWaiting(db, childId, now)).find(({ id }) => id === requestId)
  const seen = await find()
  if (!seen) throw notFound()
  await lockPair(db, seen.sender_id, { email: seen.email })
  const request = await find()
  if (!request) throw notFound()
  return request
}

const refuse = async (db: Db, childId: string, request: Request, now: Date): Promise<void> => {
  const isSent = request.sender_id === childId
  if (!isSent) await markDeclined(db, request.id, now)
  // Keeps what the recipient declined, for the cooldown.
  else if (request.declined_at !== null)
    await cancelRequest(db, { id: request.id, personId: childId }, now)
  else await db.deleteFrom('connection_requests').where('id', '=', request.id).execute()
  await notifyPerson(
    db,
    {
      personId: childId,
      category: 'connections',
      title: isSent
        ? `Your family has said no to connecting with ${request.email}`
        : `Your family has said no to connecting with ${nameOfSender(request, now)}`,
      path: paths.friendRequests,
      ...(isSent ? {} : { aboutId: request.sender_id }),
    },
    now,
  )
}

/** @throws notFound unless the two are connected */
export const endConnection = async (
  db: Db,
  personId: string,
  otherId: string,
  now: Date,
): Promise<void> => {
  await lockPair(db, personId, { id: otherId })
  if (!(await disconnect(db, personId, otherId, now))) throw notFound()
}
