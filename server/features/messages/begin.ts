import type { z } from 'zod/mini'

import type { BegunConversation } from '#contract/messages'
import { findGroupOf, listContacts } from '#features/connections'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { isMinor } from '#rules/age'

type Beginning = {
  personId: string
  body: z.output<typeof BegunConversation>
  now: Date
}

/**
 * Starts a conversation, in the caller's transaction, or returns the existing one. All participants must be contacts of the
 * initiator, and contacts of every minor among them.
 * @returns its id
 * @throws invalid alike for unknown people and for people the initiator may not message
 */
export const beginConversation = async (
  db: Db,
  { personId, body: { participant_ids, title, group_id }, now }: Beginning,
): Promise<string> => {
  if (group_id !== undefined) return beginInGroup(db, personId, group_id, now)
  const others = [...new Set(participant_ids)].filter((id) => id !== personId)
  const [other] = others
  if (other === undefined) throw notReached()
  await requireContact(db, personId, others, now)
  if (others.length === 1) return beginPair(db, personId, other, now)
  const { id } = await db
    .insertInto('conversations')
    .values({ kind: 'group', title: title || null, created_by: personId, ...at(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMembers(db, id, [personId, ...others])
  return id
}

const at = (now: Date) => ({ created_at: now.toISOString(), last_message_at: now.toISOString() })

const notReached = () => {
  const message = 'You cannot write to everybody you have chosen.'
  return invalid(message, { participant_ids: message })
}

/** @throws invalid if one of the others is no contact of the person, or of a minor among them */
export const requireContact = async (
  db: Db,
  personId: string,
  others: readonly string[],
  now: Date,
): Promise<void> => {
  const contacts = await listContacts(db, personId, now, others)
  if (contacts.length < others.length) throw notReached()
  const today = now.toISOString().slice(0, 10)
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'declared_adult', 'date_of_birth'])
    .where('id', 'in', [...others])
    .execute()
  for (const minor of people.filter((person) => isMinor(person, today))) {
    const rest = others.filter((id) => id !== minor.id)
    if ((await listContacts(db, minor.id, now, rest)).length < rest.length) throw notReached()
  }
}

/** Concurrent starts by both return the same conversation. */
const beginPair = async (db: Db, one: string, other: string, now: Date): Promise<string> => {
  const [first_id, second_id] = one < other ? [one, other] : [other, one]
  const begun = await db
    .insertInto('conversations')
    .values({ kind: 'pair', first_id, second_id, created_by: one, ...at(now) })
    .onConflict((conflict) => conflict.columns(['first_id', 'second_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (begun) {
    await addMembers(db, begun.id, [one, other])
    return begun.id
  }
  const { id } = await db
    .selectFrom('conversations')
    .select('id')
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .executeTakeFirstOrThrow()
  return id
}

/** A quest group has one conversation; members join it when they first open it or receive a message. */
const beginInGroup = async (
  db: Db,
  personId: string,
  groupId: string,
  now: Date,
): Promise<string> => {
  const group = await findGroupOf(db, groupId, personId)
  if (!group) throw notReached()
  const { id, last_number } = await db
    .insertInto('conversations')
    .values({
      kind: 'quest_group',
      group_id: groupId,
      title: group.name,
      created_by: personId,
      ...at(now),
    })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ title: group.name }))
    .returning(['id', 'last_number'])
    .executeTakeFirstOrThrow()
  await addMembers(db, id, [personId], last_number)
  return id
}

/** @param after number of the last message that they do not see */
export const addMembers = async (
  db: Db,
  conversation_id: string,
  people: readonly string[],
  after = 0,
): Promise<void> => {
  await db
    .insertInto('conversation_members')
    .values(
      people.map((user_id) => ({
        conversation_id,
        user_id,
        first_number: after + 1,
        read_number: after,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
