import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod/mini'

import type { MessageInput } from '#contract/messages'
import { areSiblings, listNamesAtHome } from '#features/family'
import { attachToMessage } from '#features/files'
import { reportInThread } from '#features/safety'
import type { Db } from '#platform/database'
import { forbidden, invalid, notFound, type Parts } from '#platform/http'
import { isLearner, isMinor } from '#rules/age'
import {
  deliveryFor,
  findingsIn,
  findHarmAtHome,
  isCrisis,
  reportableFindings,
  searchableText,
} from '#rules/messages'
import type { RecipientLevel } from '#rules/safety'
import { householdNameMatcher } from '#rules/text/names-at-home'
import { isLure, screenLures } from '#rules/text/screening'
import { isFullyScreened } from '#rules/text/spelling'

import { listReached } from './conversation.ts'
import { listMembers, lockConversation } from './queries.ts'
import { addMembers } from './start.ts'

/** Number of the author's recent messages that are moderated together. */
const LOOKED_AT = 12

type Sending = {
  authorId: string
  conversationId: string
  body: z.output<typeof MessageInput>
  /** Sent to many people at once, each in their own conversation. */
  isAnnouncement?: boolean
}

const TOO_LONG = 'This is too long for one message. Please send it in parts.'

/** Outcome of sending. The errors are thrown after the transaction, because it may contain a report. */
/** `heard`: who has been told of a refused message. */
export type SendResult =
  | { id: string }
  | { asks: true }
  | { refused: true; heard: RecipientLevel | null }

/**
 * Stores a message, in the caller's transaction: checks its recipients again, moderates messages by or to minors, and files
 * required reports before delivery.
 * @throws notFound without access to the conversation, forbidden if no recipient is left, invalid if a message by or to a minor
 * is longer than moderation reads
 */
export const storeMessage = async (
  parts: Parts,
  db: Db,
  { authorId, conversationId, body, isAnnouncement = false }: Sending,
): Promise<SendResult> => {
  const now = parts.clock()
  const conversation = await lockConversation(db, conversationId)
  let members = await listMembers(db, conversationId)
  if (!members.some(({ id }) => id === authorId)) throw notFound()
  const otherIds = members.flatMap(({ id }) => (id === authorId ? [] : id))
  const reached = await listReached({ db, clock: parts.clock }, authorId, conversation, otherIds)
  if (reached.length === 0) {
    throw forbidden(
      'This conversation can’t continue. You can still read what was written.',
      'not_reached',
    )
  }
  const number = conversation.last_number + 1
  if (conversation.kind === 'quest_group') {
    await addMembers(db, conversationId, reached, conversation.last_number)
    members = await listMembers(db, conversationId)
  }

  const today = now.toISOString().slice(0, 10)
  const author = members.find(({ id }) => id === authorId)!
  const recipients = members.filter(({ id }) => reached.includes(id))
  const isAdult = !isMinor(author, today)
  const minor = isAdult ? recipients.find((each) => isMinor(each, today)) : author
  const latest = minor ? await listLatest(db, conversationId, authorId) : []
  const before = latest.map(searchableText)
  const learners = members.flatMap((each) => (isLearner(each, today) ? [each.id] : []))
  const isAtHome = householdNameMatcher(minor ? await listNamesAtHome(db, learners) : [])
  const files = await listOwnFiles(db, authorId, body.file_ids)
  const text = searchableText({ text: body.text, files })
  if (minor && !isFullyScreened(text)) throw invalid(TOO_LONG, { text: TOO_LONG })
  const findings = minor ? findingsIn({ before, text, isAtHome, isAdult }) : []
  // Somebody who registered as a minor may be none.
  const luring =
    !isAdult && recipients.some((each) => isMinor(each, today))
      ? screenLures(before, text, await listDeletedLures(db, conversationId, authorId))
      : undefined
  const isToAdvisor =
    !isAdult && findings.some(isCrisis) && (await areAdvisorsOf(db, authorId, reached))
  const verdict =
    luring === 'high'
      ? 'refuse'
      : deliveryFor(findings, { isAdult, isChecked: body.checked, isToAdvisor })
  // A call for help is heard, even if the child then decides not to send it.
  if (verdict === 'ask' && !findings.some(isCrisis)) return { asks: true }
  // An adult who speaks of harm at home with a child, such as in an answer, must not reveal it to the family.
  const aboutHome = minor && isAdult ? findHarmAtHome(text, isAtHome) : []
  const told = [
    ...(minor ? reportableFindings(findings) : []),
    ...aboutHome.map((found) => ({ ...found, severity: 'low' as const })),
  ].map((found) => ({ ...found, isLuring: false }))
  if (luring) told.push({ category: 'grooming', severity: luring, isLuring: true })
  const quoted = {
    author_id: authorId,
    author: `${author.first_name} ${author.last_name}`,
    reported: false,
    delivered: true,
  }
  let heard: RecipientLevel | null = null
  for (const { category, severity, isLuring } of told) {
    // The own guardian, who may be the same grown-up, does not close what was tried with another family's child.
    const isTried = !isAdult && category === 'sexual'
    const isApart = isTried && !(await isToSibling(db, authorId, reached))
    const { reached: who } = await reportInThread(parts, db, {
      learnerId: minor!.id,
      threadId: conversationId,
      // If a child's message is refused, families see nothing from the next message on; after an adult's, and a lure, they still do.
      number: (verdict === 'refuse' && isAdult) || isLuring || isApart ? null : number,
      category,
      severity,
      isForSafeguarding: isAdult || isLuring || isTried,
      found: [...findings, ...aboutHome],
      texts: [conversation.title ?? '', ...before.slice(-3), text],
      isAtHome,
      messages: [
        ...(isLuring ? latest.filter((each) => isLure(searchableText(each))) : []).map((each) => ({
          ...quoted,
          ...each,
        })),
        {
          ...quoted,
          text: body.text,
          files,
          created_at: now.toISOString(),
          reported: true,
          delivered: verdict === 'deliver',
        },
      ],
    })
    heard ??= who
  }
  if (verdict === 'ask') return { asks: true }
  if (verdict === 'refuse') {
    await attachToMessage(db, authorId, body.file_ids)
    return { refused: true, heard }
  }

  const { id } = await db
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      number,
      author_id: authorId,
      text: body.text,
      hidden_from: members.flatMap(({ id }) => (id === authorId || reached.includes(id) ? [] : id)),
      files: new Set(body.file_ids).size,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('conversations')
    .set({
      last_number: number,
      last_message_at: now.toISOString(),
      announced_only: sql<boolean>`announced_only and ${isAnnouncement}`,
    })
    .where('id', '=', conversationId)
    .execute()
  await attach(db, authorId, id, body.file_ids)
  await markRead(db, authorId, conversationId, number)
  await parts.changeEvents.publish(db, [authorId, ...reached], {
    kind: 'conversation',
    id: conversationId,
  })
  return { id }
}

const isToSibling = async (db: Db, authorId: string, recipientIds: readonly string[]) => {
  for (const id of recipientIds) if (await areSiblings(db, authorId, id)) return true
  return false
}

/** True if all of these different people advise the learner. */
const areAdvisorsOf = async (db: Db, learnerId: string, ids: readonly string[]) => {
  const advisors = await db
    .selectFrom('caseload')
    .select('advisor_id')
    .where('learner_id', '=', learnerId)
    .where('advisor_id', 'in', [...ids])
    .execute()
  return advisors.length === ids.length
}

/** A person's newest messages in a conversation, oldest first. */
const listLatest = async (db: Db, conversationId: string, authorId: string) => {
  const rows = await db
    .selectFrom('messages')
    .select(({ selectFrom }) => [
      'text',
      'created_at',
      jsonArrayFrom(
        selectFrom('message_files')
          .innerJoin('files', 'files.id', 'message_files.file_id')
          .select(['files.id', 'files.name'])
          .whereRef('message_files.message_id', '=', 'messages.id')
          .orderBy('message_files.position'),
      ).as('files'),
    ])
    .where('conversation_id', '=', conversationId)
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.toReversed()
}

/** Kinds of lures in the newest messages that a person deleted from a conversation. */
const listDeletedLures = async (db: Db, conversationId: string, authorId: string) => {
  const rows = await db
    .selectFrom('messages')
    .select('lures')
    .where('conversation_id', '=', conversationId)
    .where('author_id', '=', authorId)
    .where('lures', 'is not', null)
    .orderBy('number', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.flatMap(({ lures }) => lures ?? [])
}

const listOwnFiles = (db: Db, ownerId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('files')
        .select(['id', 'name'])
        .where('id', 'in', [...ids])
        .where('owner_id', '=', ownerId)
        // Not what a report keeps of a deleted message: it is gone for its owner.
        .where('purpose', '=', 'upload')
        .execute()

const attach = async (db: Db, ownerId: string, message_id: string, fileIds: readonly string[]) => {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const attached = await attachToMessage(db, ownerId, ids)
  // After that statement, which waits for another message with the same file.
  const other = await db
    .selectFrom('message_files')
    .select('file_id')
    .where('file_id', 'in', ids)
    .executeTakeFirst()
  if (attached < ids.length || other) {
    const message = 'Please choose the file again.'
    throw invalid(message, { file_ids: message })
  }
  await db
    .insertInto('message_files')
    .values(ids.map((file_id, position) => ({ message_id, file_id, position })))
    .execute()
}

/** Never moves backwards: two tabs may report in any order. */
export const markRead = async (
  db: Db,
  userId: string,
  conversationId: string,
  upTo: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('conversation_members')
    .set({ read_number: upTo })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('read_number', '<', upTo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
