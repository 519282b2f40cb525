import type { z } from 'zod/mini'

import type { ConversationInput } from '#contract/messages'
import { findGroupOf, listContacts } from '#features/connections'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { isMinor } from '#rules/age'
import { withoutContact } from '#rules/messages'

type Beginning = {
  personId: string
  body: Pick<z.output<typeof ConversationInput>, 'participant_ids' | 'title' | 'group_id'>
  now: Date
  /** For the first message of `announce`; hides a new conversation from the person until somebody writes in it. */
  isAnnouncement?: boolean
}

/**
 * Starts a conversation, in the caller's transaction, or returns the existing one. All participants must be contacts of the
 * initiator, and contacts of every minor among them.
 * @returns its id
 * @throws invalid alike for unknown people and for people the initiator may not message
 */
export const startConversation = async (
  db: Db,
  { personId, body: { participant_ids, title, group_id }, now, isAnnouncement = false }: Beginning,
): Promise<string> => {
  if (group_id !== undefined) return beginInGroup(db, personId, group_id, now)
  const others = await requireContact(db, personId, participant_ids, now)
  const [other = ''] = others
  if (others.length === 1) return beginPair(db, personId, other, { now, isAnnouncement })
  const { id } = await db
    .insertInto('conversations')
    .values({ kind: 'group', title: title || null, created_by: personId, ...at(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMembers(db, id, [personId, ...others])
  return id
}

const at = (now: Date) => ({ created_at: now.toISOString(), last_message_at: now.toISOString() })

/** @param leftOut of the chosen people; their positions are named, so that a client can offer to leave them out */
const notReached = (chosen: readonly string[], leftOut: ReadonlySet<string>) => {
  const message = 'You can’t write to everyone you’ve chosen.'
  const each = chosen.flatMap((id, index) =>
    leftOut.has(id) ? [[`participant_ids.${index}`, 'Can’t be in this conversation'] as const] : [],
  )
  return invalid(message, { participant_ids: message, ...Object.fromEntries(each) })
}

/**
 * @returns the chosen people without duplicates and the person
 * @throws invalid if one of them is no contact of the person, or of a minor among them
 */
export const requireContact = async (
  db: Db,
  personId: string,
  chosen: readonly string[],
  now: Date,
): Promise<string[]> => {
  const others = [...new Set(chosen)].filter((id) => id !== personId)
  const reached = (await listContacts(db, personId, now, others)).map(({ id }) => id)
  const leftOut = withoutContact(others, { reached, apart: await listApart(db, reached, now) })
  if (others.length === 0 || leftOut.size > 0) throw notReached(chosen, leftOut)
  return others
}

/** Pairs of a minor and another of these people who may not exchange messages. */
const listApart = async (
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<[string, string][]> => {
  if (ids.length < 2) return []
  const today = now.toISOString().slice(0, 10)
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'declared_adult', 'date_of_birth'])
    .where('id', 'in', [...ids])
    .execute()
  const apart: [string, string][] = []
  for (const { id } of people.filter((person) => isMinor(person, today))) {
    const rest = ids.filter((other) => other !== id)
    const contacts = new Set((await listContacts(db, id, now, rest)).map((each) => each.id))
    for (const other of rest) if (!contacts.has(other)) apart.push([id, other])
  }
  return apart
}

/** Concurrent starts by both return the same conversation. */
const beginPair = async (
  db: Db,
  one: string,
  other: string,
  { now, isAnnouncement }: { now: Date; isAnnouncement: boolean },
): Promise<string> => {
  const [first_id, second_id] = one < other ? [one, other] : [other, one]
  const begun = await db
    .insertInto('conversations')
    .values({
      kind: 'pair',
      first_id,
      second_id,
      created_by: one,
      announced_only: isAnnouncement,
      ...at(now),
    })
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
  if (!group) throw notReached([], new Set())
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
