import { expressionBuilder, sql } from 'kysely'
import type { Expression } from 'kysely'

import type { DB } from '#platform/database'

import { isAllowed } from './may-be-public.ts'

const eb = expressionBuilder<DB>()

type Account = {
  id: Expression<string>
  status: Expression<string>
  dateOfBirth: Expression<string | null>
}

const mayConnect = (account: Account) =>
  eb.and([eb(account.status, '=', 'active'), isAllowed('connections_and_messages', account)])

/**
 * A condition on two users: they are connected now. Neither has blocked the other, both accounts are in good standing, and
 * what guardians have to allow they allow, on both sides.
 */
export const arePeers = (one: Account, other: Account) =>
  eb.and([
    eb.exists(
      eb
        .selectFrom('connections')
        .select('connections.since')
        .where('connections.first_id', '=', sql<string>`least(${one.id}, ${other.id})`)
        .where('connections.second_id', '=', sql<string>`greatest(${one.id}, ${other.id})`)
        .where('connections.ended_at', 'is', null),
    ),
    eb.not(isBlockedBetween(one.id, other.id)),
    mayConnect(one),
    mayConnect(other),
  ])

/** A condition on two users: one of them has blocked the other. */
export const isBlockedBetween = (one: Expression<string>, other: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom('blocks')
      .select('blocks.since')
      .where(({ or, and, eb }) =>
        or([
          and([eb('blocks.blocker_id', '=', one), eb('blocks.blocked_id', '=', other)]),
          and([eb('blocks.blocker_id', '=', other), eb('blocks.blocked_id', '=', one)]),
        ]),
      ),
  )
