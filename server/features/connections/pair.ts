import type { Db } from '#platform/database'

/** Connections are stored with the smaller id first. */
const pairOf = (one: string, other: string) => {
  const [first_id, second_id] = one < other ? [one, other] : [other, one]
  return { first_id, second_id }
}

/** Serializes changes between two people. @param email address of the other person, who may have no account */
export const lockPair = (db: Db, id: string, other: { id: string } | { email: string }) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'status', 'email_verified_at'])
    .where(({ eb, or }) =>
      or([
        eb('id', '=', id),
        'id' in other ? eb('id', '=', other.id) : eb('email', '=', other.email),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const areConnected = async (db: Db, one: string, other: string): Promise<boolean> => {
  const { first_id, second_id } = pairOf(one, other)
  const row = await db
    .selectFrom('connections')
    .select('since')
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Connects two people and closes their pending requests. */
export const connect = async (db: Db, one: string, other: string, now: Date): Promise<void> => {
  const since = now.toISOString()
  await db
    .insertInto('connections')
    .values({ ...pairOf(one, other), since })
    .onConflict((conflict) =>
      conflict.columns(['first_id', 'second_id']).doUpdateSet({ since, ended_at: null }),
    )
    .execute()
  await dropRequests(db, one, other)
}

/** @returns true if there was a connection to end */
export const disconnect = async (
  db: Db,
  one: string,
  other: string,
  now: Date,
): Promise<boolean> => {
  const { first_id, second_id } = pairOf(one, other)
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ ended_at: now.toISOString() })
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await dropRequests(db, one, other)
  await leaveSharedGroups(db, one, other)
  return numUpdatedRows > 0n
}

const dropRequests = async (db: Db, one: string, other: string): Promise<void> => {
  for (const [sender, recipient] of [
    [one, other],
    [other, one],
  ] as const) {
    await db
      .deleteFrom('connection_requests')
      .where('sender_id', '=', sender)
      .where('declined_at', 'is', null)
      .where('email', '=', (from) =>
        from.selectFrom('accounts').select('email').where('id', '=', recipient),
      )
      .execute()
  }
}

/** Revokes the leaver's invitations to the other and removes the leaver from shared groups. */
const leaveSharedGroups = async (db: Db, leaver: string, other: string): Promise<void> => {
  await db
    .deleteFrom('quest_group_members')
    .where('member_id', '=', other)
    .where('invited_by', '=', leaver)
    .where('joined_at', 'is', null)
    .execute()
  await db
    .deleteFrom('quest_group_members')
    .where('member_id', '=', leaver)
    .where('group_id', 'in', (from) =>
      from
        .selectFrom('quest_group_members')
        .select('group_id')
        .where('member_id', '=', other)
        .where('joined_at', 'is not', null),
    )
    .execute()
}

/** Ends all of a person's connections, requests and group memberships, for example when a guardian withdraws consent. */
export const endAllConnections = async (db: Db, personId: string, now: Date): Promise<void> => {
  await db
    .updateTable('connections')
    .set({ ended_at: now.toISOString() })
    .where(({ eb, or }) => or([eb('first_id', '=', personId), eb('second_id', '=', personId)]))
    .where('ended_at', 'is', null)
    .execute()
  await db.deleteFrom('connection_requests').where('sender_id', '=', personId).execute()
  await db
    .updateTable('connection_requests')
    .set({ accepted_at: null, recipient_allowed_at: null })
    .where('email', '=', (from) =>
      from.selectFrom('accounts').select('email').where('id', '=', personId),
    )
    .execute()
  await db.deleteFrom('quest_group_members').where('member_id', '=', personId).execute()
}
