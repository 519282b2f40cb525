import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { Announcement, ListedAnnouncement, NewAnnouncement } from '#contract/groups'
import { listContacts } from '#features/connections'
import { isRead, startConversation, storeMessage } from '#features/messages'
import { nameOf } from '#features/people'
import { type Db, transaction } from '#platform/database'
import { DomainError, invalid, notFound, type Parts } from '#platform/http'

import { currentMembers, findGroup, type GroupRef } from './groups.ts'

/** The queue that delivers announcements. */
export const ANNOUNCE = 'announce'

const MAX_LISTED = 50
/** Recipients of one run of the job. */
const AT_A_TIME = 50

type Audience = z.output<typeof NewAnnouncement>['audience']

/** Guardians with the scope `view` of a group's current learners. Others learn nothing about the learner from the advisor. */
const listGuardians = (db: Db, groupId: string) =>
  currentMembers(db)
    .innerJoin('guardianships as link', 'link.learner_id', 'learner.id')
    .innerJoin('accounts as guardian', 'guardian.id', 'link.guardian_id')
    .select(['learner.id as learner_id', 'guardian.id', nameOf('guardian').as('name')])
    .where('member.group_id', '=', groupId)
    .where('guardian.status', '=', 'active')
    .where(({ eb, fn, val }) => eb(val('view'), '=', fn.any('link.scopes')))
    .orderBy('guardian.first_name')
    .orderBy('guardian.id')
    .execute()

/** People whom an announcement to a group addresses now. */
export const listAddressed = async (
  db: Db,
  group: GroupRef,
  audience: Audience,
  now: Date,
): Promise<string[]> => {
  const { learners } = await findGroup(db, group)
  const ids = new Set([
    ...(audience === 'families' ? [] : learners.map(({ id }) => id)),
    ...(audience === 'learners' ? [] : (await listGuardians(db, group.id)).map(({ id }) => id)),
  ])
  ids.delete(group.advisorId)
  return (await listContacts(db, group.advisorId, now, [...ids])).map(({ id }) => id)
}

/**
 * Stores an announcement; a job delivers it. `db` is a transaction.
 * @throws notFound unless it is the advisor's group; invalid if it addresses nobody
 */
export const announce = async (
  { clock, jobs }: Pick<Parts, 'clock' | 'jobs'>,
  db: Db,
  group: GroupRef,
  { text, audience }: z.output<typeof NewAnnouncement>,
): Promise<{ id: string }> => {
  const now = clock()
  const addressed = await listAddressed(db, group, audience, now)
  if (addressed.length === 0) {
    throw invalid('There is nobody in this group whom you can write to.')
  }
  const { id } = await db
    .insertInto('announcements')
    .values({
      group_id: group.id,
      author_id: group.advisorId,
      audience,
      text,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('announcement_recipients')
    .values(addressed.map((person_id) => ({ announcement_id: id, person_id })))
    .execute()
  await jobs.enqueue(db, ANNOUNCE, { announcementId: id })
  return { id }
}

/** Delivers an announcement to the next recipients, each in their own conversation with its author, and enqueues the rest. */
export const deliverAnnouncement = async (
  parts: Parts,
  { announcementId }: { announcementId: string },
): Promise<void> => {
  const { db } = parts
  const announcement = await db
    .selectFrom('announcements')
    .select(['id', 'author_id', 'group_id', 'audience', 'text'])
    .where('id', '=', announcementId)
    .executeTakeFirst()
  if (!announcement) return
  const waiting = await db
    .selectFrom('announcement_recipients')
    .select('person_id')
    .where('announcement_id', '=', announcementId)
    .where('state', '=', 'waiting')
    .orderBy('person_id')
    .limit(AT_A_TIME + 1)
    .execute()
  const group = { id: announcement.group_id, advisorId: announcement.author_id }
  const audience = announcement.audience as Audience
  const addressed = new Set(await listAddressed(db, group, audience, parts.clock()))
  for (const { person_id } of waiting.slice(0, AT_A_TIME)) {
    const isAddressed = addressed.has(person_id)
    await transaction(db, (db) =>
      deliverTo(parts, db, { ...announcement, personId: person_id, isAddressed }),
    )
  }
  if (waiting.length > AT_A_TIME) {
    await transaction(db, (db) => parts.jobs.enqueue(db, ANNOUNCE, { announcementId }))
  }
}

/** Ends an announcement whose job an admin has removed: nobody else gets it. */
export const endAnnouncement = async (
  db: Db,
  { announcementId }: { announcementId: string },
): Promise<void> => {
  await db
    .updateTable('announcement_recipients')
    .set({ state: 'not_sent' })
    .where('announcement_id', '=', announcementId)
    .where('state', '=', 'waiting')
    .execute()
}

type Copy = {
  id: string
  author_id: string
  text: string
  personId: string
  /** Recipients who are no longer addressed get nothing. */
  isAddressed: boolean
}

/** Delivers at most once. `db` is a transaction. */
const deliverTo = async (parts: Parts, db: Db, copy: Copy): Promise<void> => {
  const recipient = await db
    .selectFrom('announcement_recipients')
    .select('state')
    .where('announcement_id', '=', copy.id)
    .where('person_id', '=', copy.personId)
    .forUpdate()
    .executeTakeFirst()
  if (recipient?.state !== 'waiting') return
  const messageId = copy.isAddressed ? await send(parts, db, copy) : undefined
  await db
    .updateTable('announcement_recipients')
    .set({ state: messageId ? 'sent' : 'not_sent', message_id: messageId ?? null })
    .where('announcement_id', '=', copy.id)
    .where('person_id', '=', copy.personId)
    .execute()
}

/** Returns undefined if the person may no longer be written to, or the message was refused. */
const send = async (
  parts: Parts,
  db: Db,
  { author_id, personId, text }: Copy,
): Promise<string | undefined> => {
  try {
    const conversationId = await startConversation(db, {
      personId: author_id,
      body: { participant_ids: [personId] },
      now: parts.clock(),
      isAnnouncement: true,
    })
    const body = { text, file_ids: [], checked: true }
    const sending = { authorId: author_id, conversationId, body, isAnnouncement: true }
    const sent = await storeMessage(parts, db, sending)
    return 'id' in sent ? sent.id : undefined
  } catch (error) {
    // Contact has ended meanwhile.
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** Newest first. @throws notFound unless it is the advisor's group */
export const listAnnouncements = async (
  db: Db,
  group: GroupRef,
  now: Date,
): Promise<ListedAnnouncement[]> => {
  const addressed = await listAddressed(db, group, 'both', now)
  return db
    .selectFrom('announcements')
    .select(({ selectFrom }) => {
      // Counted by the database: 50 announcements to 200 families are tens of thousands of rows.
      const count = selectFrom('announcement_recipients as recipient')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('recipient.announcement_id', '=', 'announcements.id')
        .where('recipient.person_id', '=', sql<string>`any(${addressed}::uuid[])`)
      const read = count
        .where('recipient.state', '=', 'sent')
        .where(isRead(sql.ref<string | null>('recipient.message_id')))
      return [
        'announcements.id',
        'text',
        'audience',
        'created_at',
        count.$asScalar().$notNull().as('recipient_count'),
        read.$asScalar().$notNull().as('read_count'),
      ]
    })
    .where('group_id', '=', group.id)
    .where('author_id', '=', group.advisorId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .$castTo<ListedAnnouncement>()
    .execute()
}

/** @throws notFound unless it is the advisor's */
export const showAnnouncement = async (
  db: Db,
  group: GroupRef,
  id: string,
): Promise<Announcement> => {
  const { learners } = await findGroup(db, group)
  const announcement = await db
    .selectFrom('announcements')
    .select(['id', 'text', 'audience', 'created_at'])
    .where('id', '=', id)
    .where('group_id', '=', group.id)
    .where('author_id', '=', group.advisorId)
    .$castTo<Pick<ListedAnnouncement, 'id' | 'text' | 'audience' | 'created_at'>>()
    .executeTakeFirst()
  if (!announcement) throw notFound()
  const guardians = await listGuardians(db, group.id)
  const receipts = await findReceipts(db, id)
  return {
    ...announcement,
    people: learners.map((learner) => ({
      learner,
      receipt: receipts.get(learner.id) ?? null,
      guardians: guardians
        .filter(({ learner_id }) => learner_id === learner.id)
        .map((guardian) => ({
          id: guardian.id,
          name: guardian.name,
          receipt: receipts.get(guardian.id) ?? null,
        })),
    })),
  }
}

type Receipt = NonNullable<Announcement['people'][number]['receipt']>

/** By recipient, former ones included. */
const findReceipts = async (db: Db, announcementId: string): Promise<Map<string, Receipt>> => {
  const rows = await db
    .selectFrom('announcement_recipients as recipient')
    .select(['person_id', 'state', isRead(sql.ref('recipient.message_id')).as('is_read')])
    .where('announcement_id', '=', announcementId)
    .execute()
  const receiptOf = (state: string, wasRead: boolean): Receipt => {
    if (state !== 'sent') return state as 'waiting' | 'not_sent'
    return wasRead ? 'read' : 'unread'
  }
  return new Map(rows.map((row) => [row.person_id, receiptOf(row.state, Boolean(row.is_read))]))
}
