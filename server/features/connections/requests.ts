import { sql } from 'kysely'

import { isBlockedBetween } from '#features/learners'
import type { Db } from '#platform/database'
import { isChild, isMinor } from '#rules/age'
import { type RequestStep, stepOf } from '#rules/connections'

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** Requests with sender and, if the address has an account, recipient. */
const rows = (db: Db, now: Date) =>
  db
    .selectFrom('connection_requests as request')
    .innerJoin('accounts as sender', (join) =>
      join.onRef('sender.id', '=', 'request.sender_id').on('sender.status', '=', 'active'),
    )
    .leftJoin('accounts as recipient', (join) =>
      join
        .onRef('recipient.email', '=', 'request.email')
        .on('recipient.status', '=', 'active')
        .on('recipient.email_verified_at', 'is not', null),
    )
    .select([
      'request.id',
      'request.email',
      'request.created_at',
      'request.sender_id',
      'request.sender_allowed_at',
      'request.recipient_allowed_at',
      'request.accepted_at',
      'request.declined_at',
      'request.cancelled_at',
      'sender.first_name as sender_first_name',
      'sender.last_name as sender_last_name',
      'sender.date_of_birth as sender_born',
      'sender.declared_adult as is_sender_declared_adult',
      'recipient.id as recipient_id',
      'recipient.first_name as recipient_first_name',
      'recipient.last_name as recipient_last_name',
      'recipient.date_of_birth as recipient_born',
    ])
    .where('request.expires_at', '>', now.toISOString())

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

export type Request = Row & { step: RequestStep }

/** True if an adult asks; a school's teachers and guardians often have no date of birth here. */
export const isFromAdult = (
  { sender_born: date_of_birth, is_sender_declared_adult: declared_adult }: Row,
  now: Date,
): boolean => !isMinor({ date_of_birth, declared_adult }, dayOf(now))

const withStep =
  (now: Date) =>
  (row: Row): Request => {
    const today = dayOf(now)
    const step = stepOf({
      sender: isChild(row.sender_born, today) ? 'child' : 'older',
      recipient: isChild(row.recipient_born, today) ? 'child' : 'older',
      isAllowedForSender: row.sender_allowed_at !== null,
      isAllowedForRecipient: row.recipient_allowed_at !== null,
      isAccepted: row.accepted_at !== null,
      isDeclined: row.declined_at !== null,
      isCancelled: row.cancelled_at !== null,
    })
    return { ...row, step }
  }

/**
 * Requests from and to the children of whom a guardian decides, oldest first. They are found from the guardian's links: one
 * condition on sender or recipient would read the open requests and the accounts of the whole site.
 */
export const listOfGuardian = async (db: Db, guardianId: string, now: Date): Promise<Request[]> => {
  const decided = db
    .selectFrom('guardianships as link')
    .where('link.guardian_id', '=', guardianId)
    .where(sql<boolean>`'consent' = any(link.scopes)`)
  const sent = decided
    .innerJoin('connection_requests as sent', 'sent.sender_id', 'link.learner_id')
    .select('sent.id')
  const received = decided
    .innerJoin('accounts as child', 'child.id', 'link.learner_id')
    .innerJoin('connection_requests as received', 'received.email', 'child.email')
    .where('child.status', '=', 'active')
    .where('child.email_verified_at', 'is not', null)
    .select('received.id')
  const found = await rows(db, now)
    .where('request.id', 'in', sent.union(received))
    .where('request.cancelled_at', 'is', null)
    .orderBy('request.created_at')
    .orderBy('request.id')
    .execute()
  return found.map(withStep(now))
}

export const findRequest = async (db: Db, id: string, now: Date): Promise<Request | undefined> => {
  const row = await rows(db, now).where('request.id', '=', id).executeTakeFirst()
  return row && withStep(now)(row)
}

/** Requests that a person sent and did not cancel. They look the same whatever their outcome. */
export const listSent = async (db: Db, personId: string, now: Date): Promise<Request[]> => {
  const found = await rows(db, now)
    .where('request.sender_id', '=', personId)
    .where('request.cancelled_at', 'is', null)
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .execute()
  return found.map(withStep(now))
}

/** Requests that a person can still answer. Excludes senders blocked on either side. */
export const listReceived = async (db: Db, personId: string, now: Date): Promise<Request[]> => {
  const found = await rows(db, now)
    .where('recipient.id', '=', personId)
    .where('request.declined_at', 'is', null)
    .where('request.cancelled_at', 'is', null)
    .where(({ not, ref }) =>
      not(isBlockedBetween(ref('sender.id'), ref('recipient.id').$castTo<string>())),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('connections')
            .select('since')
            .where('first_id', '=', sql<string>`least(sender.id, recipient.id)`)
            .where('second_id', '=', sql<string>`greatest(sender.id, recipient.id)`)
            .where('ended_at', 'is', null),
        ),
      ),
    )
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .execute()
  return found.map(withStep(now)).filter(({ step }) => step !== 'sender_guardian')
}

/** Returns the request if the person can answer it; see `listReceived`. */
export const findReceived = async (
  db: Db,
  id: string,
  personId: string,
  now: Date,
): Promise<Request | undefined> =>
  (await listReceived(db, personId, now)).find((request) => request.id === id)
