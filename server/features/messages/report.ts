import type { Message } from '#contract/messages'
import type { QuotedMessage } from '#contract/safety'
import { areSiblings, listNamesAtHome } from '#features/family'
import { reportInThread } from '#features/safety'
import type { Db } from '#platform/database'
import { notFound, type Parts } from '#platform/http'
import { isLearner, isMinor } from '#rules/age'
import { isCrisis, isForSafeguarding, type ReportReason, searchableText } from '#rules/messages'
import { householdNameMatcher } from '#rules/text/names-at-home'
import { screen } from '#rules/text/screening'
import { firstHomeDisclosure } from '#rules/withheld'

import { findMessage, listMembers, listMessages, lockConversation, type Reader } from './queries.ts'

/** Number of quoted messages around the reported one. */
const BEFORE = 10
const AFTER = 5

type Reporting = { reader: Reader; messageId: string; reason: ReportReason; note: string | null }

/**
 * Reports a message to staff, in the caller's transaction, with the context the caller could see. Anyone may report any message
 * they can read, including their own.
 * @throws notFound for a message that the caller cannot see
 */
export const reportMessage = async (
  parts: Parts,
  db: Db,
  { reader, messageId, reason, note }: Reporting,
): Promise<void> => {
  const seen = await findMessage(db, reader, messageId)
  if (!seen) throw notFound()
  const { conversation_id: threadId, number } = seen
  const { title } = await lockConversation(db, threadId)
  const message = await findMessage(db, reader, messageId)
  if (!message) throw notFound()
  const members = await listMembers(db, threadId)
  const { today } = reader
  const learners = members.filter((member) => isLearner(member, today))
  const learner =
    learners.find(({ id }) => id === reader.id) ??
    learners.find(({ id }) => id === message.author.id) ??
    learners.find((member) => isMinor(member, today)) ??
    learners[0]
  const learnerId =
    learner?.id ??
    (await findLearnerBetween(
      db,
      members.map(({ id }) => id),
    )) ??
    // Adults with no learner between them: it concerns whoever reports.
    reader.id
  const author = members.find(({ id }) => id === message.author.id)
  const reporter = members.find(({ id }) => id === reader.id)
  const isAtHome = householdNameMatcher(
    await listNamesAtHome(db, [learnerId, ...learners.map(({ id }) => id)]),
  )
  // The learner's family may read what is quoted: names as families see them, and nothing that the learner was not sent.
  const around = async (eyes: Reader) => [
    ...(await listMessages(db, eyes, threadId, { before: number, limit: BEFORE })),
    ...(await listMessages(db, eyes, threadId, { after: number, limit: AFTER })),
  ]
  const context = await around({ ...reader, role: 'parent' })
  const isOwnLearner = learner === undefined || learner.id === reader.id
  const sent = isOwnLearner ? context : await around({ id: learner.id, role: 'parent', today })
  const sentIds = new Set(sent.map(({ id }) => id))
  const shown = (await findMessage(db, { ...reader, role: 'parent' }, messageId)) ?? message
  const quoted = [shown, ...context.filter(({ id }) => sentIds.has(id))].toSorted(
    (one, other) => one.number - other.number,
  )
  const said = quoted.map((each) => ({ number: each.number, text: searchableText(each) }))
  const found = [{ category: 'reported' as const }]
  const crises = screen(note ?? '', isAtHome).filter(isCrisis)
  await reportInThread(parts, db, {
    learnerId,
    threadId,
    number: Math.min(number, firstHomeDisclosure(said, { found, isAtHome })?.number ?? number),
    category: 'reported',
    severity: reason === 'unsafe' || crises.length > 0 ? 'high' : 'medium',
    isForSafeguarding: isForSafeguarding({
      isByAdult: author === undefined || !isMinor(author, today),
      isReporterAdult: reporter === undefined || !isMinor(reporter, today),
      hasNote: note !== null,
      isFromHome: await areSiblings(db, learnerId, message.author.id),
      isOwn: message.author.id === reader.id,
      reason,
    }),
    found: [...found, ...crises],
    texts: [title ?? '', note ?? '', ...said.map(({ text }) => text)],
    isAtHome,
    by: { id: reader.id, reason, note },
    messages: quoted.map((each) => quote(each, each.id === messageId)),
  })
}

const DELETED = '(deleted before it was reported)'

const quote = (
  { author, text, files, created_at, deleted }: Message,
  reported: boolean,
): QuotedMessage & { author_id: string } => ({
  author_id: author.id,
  author: author.name,
  text: deleted ? DELETED : text,
  files: files.map(({ id, name }) => ({ id, name })),
  created_at,
  reported,
  delivered: true,
})

/** The learner whom a guardian and an advisor have in common. */
const findLearnerBetween = async (
  db: Db,
  people: readonly string[],
): Promise<string | undefined> => {
  const found = await db
    .selectFrom('caseload')
    .innerJoin('guardian_links as link', 'link.learner_id', 'caseload.learner_id')
    .innerJoin('adult_accounts as guardian', 'guardian.email', 'link.guardian_email')
    .select('caseload.learner_id')
    .where('caseload.advisor_id', 'in', [...people])
    .where('guardian.id', 'in', [...people])
    .where('link.ended_at', 'is', null)
    .orderBy('caseload.learner_id')
    .limit(1)
    .executeTakeFirst()
  return found?.learner_id
}
