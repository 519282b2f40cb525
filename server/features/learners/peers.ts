import { type Expression, expressionBuilder, sql } from 'kysely'

import type { DB } from '#platform/database'

import { isAllowed } from './may-be-public.ts'

const eb = expressionBuilder<DB>()

const account = (name: string) => ({
  id: sql.ref<string>(`${name}.id`),
  status: sql.ref<string>(`${name}.status`),
  dateOfBirth: sql.ref<string | null>(`${name}.date_of_birth`),
})

const mayConnect = (user: ReturnType<typeof account>) =>
  eb.and([eb(user.status, '=', 'active'), isAllowed('connections_and_messages', user)])

/**
 * Condition on two users, by their aliases: they are connected, neither has blocked the other, both accounts are active, and both
 * have the required consents.
 */
export const arePeers = (name: string, otherName: string) => {
  const [one, other] = [account(name), account(otherName)]
  return eb.and([
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
}

/** Condition on two users: one of them has blocked the other. */
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
