import { sql } from 'kysely'

import type { Blocked } from '#contract/connections'
import { deleteNoticesAbout } from '#features/notifications'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'

import { markDeclined } from './ask.ts'
import { toFriend } from './friends.ts'
import { disconnect, lockPair } from './pair.ts'

type Pair = { personId: string; otherId: string }

/**
 * Blocks a person: the connection ends, and pending requests disappear for the blocker but look unchanged to the other. The
 * response is the same for an unknown id. `db` is a transaction.
 */
export const block = async (db: Db, { personId, otherId }: Pair, now: Date): Promise<void> => {
  if (personId === otherId) throw invalid('You can’t block yourself.')
  const both = await lockPair(db, personId, { id: otherId })
  if (both.length < 2) return
  const since = now.toISOString()
  await db
    .insertInto('blocks')
    .values({ blocker_id: personId, blocked_id: otherId, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const pending = await db
    .selectFrom('connection_requests as request')
    .innerJoin('accounts as person', 'person.email', 'request.email')
    .select('request.id')
    .where('request.sender_id', '=', otherId)
    .where('person.id', '=', personId)
    .execute()
  for (const { id } of pending) await markDeclined(db, id, now)
  await disconnect(db, personId, otherId, now)
  await deleteNoticesAbout(db, personId, otherId)
}

export const unblock = async (db: Db, { personId, otherId }: Pair): Promise<void> => {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', personId)
    .where('blocked_id', '=', otherId)
    .execute()
}

/** Condition on `other` and `person`: they were once connected, or `other` sent `person` a request. */
const haveMet = sql<boolean>`(
  exists (select from connections c
    where c.first_id = least(person.id, other.id) and c.second_id = greatest(person.id, other.id))
  or exists (select from connection_requests r where r.sender_id = other.id and r.email = person.email))`

/** People whom a person has blocked. Names are shown only for people they have met, so a guessed id reveals no name. */
export const listBlocked = async (db: Db, personId: string, now: Date): Promise<Blocked[]> => {
  const rows = await db
    .selectFrom('blocks')
    .innerJoin('accounts as person', 'person.id', 'blocks.blocker_id')
    .innerJoin('accounts as other', 'other.id', 'blocks.blocked_id')
    .select([
      'blocks.blocked_id as user_id',
      'blocks.since',
      'other.first_name',
      'other.last_name',
      'other.date_of_birth',
      haveMet.as('met'),
    ])
    .where('blocks.blocker_id', '=', personId)
    .orderBy('blocks.since', 'desc')
    .execute()
  return rows.map(({ met, user_id, since, ...named }) => ({
    user_id,
    since,
    name: met ? toFriend(named, now).name : null,
  }))
}
