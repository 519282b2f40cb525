import { sql } from 'kysely'

import type { Db } from '#platform/database'

const dayOf = (instant: string) => instant.slice(0, 10)

/** What has bound two people so far, in words for the record; empty for people who never met. */
export const listSharedHistory = async (
  db: Db,
  personId: string,
  otherId: string,
): Promise<string[]> => {
  const connection = await db
    .selectFrom('connections')
    .select(['since', 'ended_at'])
    .where('first_id', '=', sql<string>`least(${personId}::uuid, ${otherId}::uuid)`)
    .where('second_id', '=', sql<string>`greatest(${personId}::uuid, ${otherId}::uuid)`)
    .executeTakeFirst()
  const requests = await db
    .selectFrom('connection_requests as request')
    .innerJoin('accounts as recipient', 'recipient.email', 'request.email')
    .select(['request.sender_id', 'request.created_at'])
    .where('request.sender_id', '=', otherId)
    .where('recipient.id', '=', personId)
    .execute()
  return [
    ...(connection
      ? [
          `Connected since ${dayOf(connection.since)}${connection.ended_at ? `, until ${dayOf(connection.ended_at)}` : ''}`,
        ]
      : []),
    ...requests.map(({ created_at }) => `Asked to connect on ${dayOf(created_at)}`),
  ]
}
