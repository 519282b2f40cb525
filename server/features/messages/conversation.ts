import type { Conversation, OpenConversation } from '#contract/messages'
import { findGroupOf, listContacts } from '#features/connections'
import { isToldOfWithheldThread, threadWithheldFrom } from '#features/safety'
import type { Db } from '#platform/database'
import { type Caller, notFound, type Parts } from '#platform/http'
import { isMinor } from '#rules/age'

import { findConversation, findLastNumber, listMembers, personIn, type Reader } from './queries.ts'

type World = Pick<Parts, 'clock'> & { db: Db }

/**
 * The caller as a reader of their own conversations. Learners retain all of their messages. Guardians, and everybody who has ever
 * been an advisor, can read a conversation only while they have that relation (access: a former advisor is a stranger).
 */
export const readerFor = async (
  { db, clock }: World,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): Promise<Reader> => {
  const now = clock()
  const reader = { id: userId, role, today: now.toISOString().slice(0, 10) }
  if (role === 'student' && !(await hasAdvised(db, userId))) return reader
  const contacts = await listContacts(db, userId, now)
  return { ...reader, among: contacts.map(({ id }) => id) }
}

/** A guardian reads as the learner does, except withheld messages of others; who works here reads as a guardian as well. */
export const familyReaderFor = async (
  world: World,
  learnerId: string,
  guardianId: string,
): Promise<Reader> => ({
  ...(await readerFor(world, { userId: learnerId, role: 'student' })),
  role: 'parent',
  guardianId,
})

/** True if learners have ever been in the person's care. */
const hasAdvised = async (db: Db, personId: string): Promise<boolean> => {
  const assignment = await db
    .selectFrom('caseload')
    .select('learner_id')
    .where('advisor_id', '=', personId)
    .unionAll((past) =>
      past.selectFrom('past_assignments').select('learner_id').where('advisor_id', '=', personId),
    )
    .limit(1)
    .executeTakeFirst()
  return assignment !== undefined
}

/** @throws notFound alike for an unknown conversation and for one without the reader */
export const requireConversation = async (db: Db, reader: Reader, id: string) => {
  const conversation = await findConversation(db, reader, id)
  if (!conversation) throw notFound()
  return conversation
}

/**
 * Number of the newest message of a conversation.
 * @throws notFound as above
 */
export const requireMembership = async (db: Db, reader: Reader, id: string): Promise<number> => {
  const number = await findLastNumber(db, reader, id)
  if (number === undefined) throw notFound()
  return number
}

/** Members of a conversation whom a member may message now, as contacts. For a quest group: its joined members. */
export const listReached = async (
  { db, clock }: World,
  memberId: string,
  conversation: { kind: string; group_id: string | null },
  others: readonly string[],
): Promise<string[]> => {
  if (conversation.kind === 'quest_group') {
    if (conversation.group_id === null) return []
    return (await findGroupOf(db, conversation.group_id, memberId))?.member_ids ?? []
  }
  const contacts = await listContacts(db, memberId, clock(), others)
  return contacts.map(({ id }) => id)
}

/** An opened conversation: whether it can continue, who can read it, and others' read positions. */
export const openConversation = async (
  world: World,
  reader: Reader,
  conversation: Conversation & { read_number: number },
): Promise<OpenConversation> => {
  const { db } = world
  const members = await listMembers(db, conversation.id)
  const { group_id, is_told } = await db
    .selectFrom('conversations')
    .select(({ ref, val }) => [
      'group_id',
      isToldOfWithheldThread(ref('conversations.id'), val(reader.id)).as('is_told'),
    ])
    .where('id', '=', conversation.id)
    .executeTakeFirstOrThrow()
  const held = await listMembersHeldFrom(db, conversation.id)
  const others = members.filter(({ id }) => id !== reader.id)
  const reached = await listReached(
    world,
    reader.id,
    { kind: conversation.kind, group_id },
    others.map(({ id }) => id),
  )
  // Families see nothing from the withheld message on. The minor who spoke of it is told so; adults are not, because one of them may
  // be a guardian.
  const self = members.find(({ id }) => id === reader.id)
  const isToldOfHold = self !== undefined && isMinor(self, reader.today) && Boolean(is_told)
  const isOverseen = ({ id }: { id: string }) => !isToldOfHold || !held.includes(id)
  // To those out of reach, such as a former friend, the reader is a stranger: neither their family nor what they read is shown.
  const current = others.filter(({ id }) => reached.includes(id))
  const areAdults = members.every((member) => !isMinor(member, reader.today))
  return {
    ...conversation,
    can_write: reached.length > 0,
    families: {
      own: self?.family_reads === true && isOverseen(self),
      of: current.flatMap((each) => (each.family_reads && isOverseen(each) ? each.first_name : [])),
    },
    read_by: areAdults
      ? current.map((member) => ({
          name: personIn(reader, { ...member, avatar_url: null }).name,
          number: member.read_number,
        }))
      : [],
  }
}

/** Members whose families do not see the newest messages. */
const listMembersHeldFrom = async (db: Db, conversationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversation_members as member')
    .select('member.user_id')
    .where('member.conversation_id', '=', conversationId)
    .where(({ eb, ref }) =>
      eb(threadWithheldFrom(ref('member.conversation_id'), ref('member.user_id')), 'is not', null),
    )
    .execute()
  return rows.map(({ user_id }) => user_id)
}
