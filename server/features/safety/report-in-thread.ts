import { sql } from 'kysely'

import type { OpenedReport, QuotedMessage } from '#contract/safety'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import type { ReportReason } from '#rules/messages'
import {
  firstRecipients,
  firstRecipientsOfPersonReport,
  isEscalated,
  isFamilyNotified,
  type RecipientLevel,
  type SafetyCategory,
  SEVERITIES,
  type Severity,
} from '#rules/safety'
import type { ReportContent } from '#rules/withheld'

import {
  findQuestions,
  MAX_CONTEXT_WORDS,
  rememberQuotes,
  rememberText,
  rememberThread,
} from './context.ts'
import { findRecipients, markReached, toAvailableRecipients } from './recipients.ts'
import { excerptOf, SAME_HOURS, emailRecipients } from './report.ts'
import { decideWithheld, markAboutHome, threadWithheldFrom } from './withheld.ts'

type ThreadReport = Omit<ReportContent, 'isThreadWithheld'> & {
  /** The learner it concerns, or who reported it; their guardians and advisor are notified. */
  learnerId: string
  /** Null for texts outside of conversations. */
  threadId: string | null
  /**
   * First message of the report: families do not see it and later messages while it is withheld. Null if families can continue to
   * read.
   */
  number: number | null
  /** The submission that the report is about, if any. */
  attemptId?: string
  /** Texts written shortly before, outside of conversations: names in them count. */
  before?: readonly string[]
  category: SafetyCategory
  severity: Severity
  /** Set for a person's report; undefined for findings of moderation. */
  by?: { id: string; reason: ReportReason; note: string | null }
  messages: Quoted[]
}

/** A quoted message as stored, with its author, who must never read the report as staff. */
type Quoted = QuotedMessage & { author_id: string }

/** Minimum severity for emails to guardians about messages to others. */
const ALERT_LEVEL: Severity = 'medium'

type Stored = { reason: ReportReason | null; note: string | null; messages: Quoted[] }

/**
 * Reports a conversation between people and notifies recipients, in the caller's transaction. Quotes are a snapshot, whatever
 * happens to the messages. Appends to the open report when the same concern recurs within an hour.
 * @returns whether it is withheld from the family, and who has been told; null if nobody has
 */
export const reportInThread = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  report: ThreadReport,
): Promise<{ isWithheld: boolean; reached: RecipientLevel | null }> => {
  const now = parts.clock()
  const { learnerId, threadId, number, severity, by, before = [] } = report
  const isThreadWithheld = await isAlreadyWithheld(db, report)
  const { isSecret, isAboutHome, endsThread } = await decideWithheld(db, learnerId, {
    ...report,
    questions: by ? [] : await findQuestions(db, learnerId, report),
    isThreadWithheld,
  })
  const stored = { ...report, number: endsThread ? number : null }
  const { id, isNews, told } = await store(db, stored, isSecret, now)
  if (threadId !== null && number !== null) await rememberThread(db, id, { threadId, number })
  if (before.length > 0) await rememberText(db, id, before.join(' '))
  // A person who reports may know more than the words say.
  if (isAboutHome || (by && isSecret)) await markAboutHome(db, id)
  const recipients = await findRecipients(db, { id, learnerId })
  const first = by ? firstRecipientsOfPersonReport : firstRecipients
  const reached = first(isSecret, toAvailableRecipients(recipients))
  const isForThem = by !== undefined || isFamilyNotified(report, ALERT_LEVEL, isSecret)
  if (isForThem && (isNews || isEscalated(reached, told))) {
    await markReached(db, id, reached, now)
    await emailRecipients(parts, db, recipients[reached], reached, { learnerId, severity })
  }
  const isHeard = isForThem && recipients[reached].length > 0
  return { isWithheld: isSecret, reached: isHeard ? reached : null }
}

/** True if families see nothing of the conversation or work from here on, whatever the report is about. */
const isAlreadyWithheld = async (
  db: Db,
  { learnerId, threadId, attemptId }: Pick<ThreadReport, 'learnerId' | 'threadId' | 'attemptId'>,
): Promise<boolean> => {
  if (attemptId !== undefined) {
    const { held_back } = await db
      .selectFrom('attempts')
      .select('held_back')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    return held_back
  }
  if (threadId === null) return false
  const { from } = await db
    .selectFrom('conversations')
    .select(({ ref }) =>
      threadWithheldFrom(ref('conversations.id'), sql<string>`${learnerId}::uuid`).as('from'),
    )
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow()
  return from !== null
}

/** @returns the report; `isNews` is false if an open one already covers the same people with at least that severity */
const store = async (
  db: Db,
  report: ThreadReport,
  isSecret: boolean,
  now: Date,
): Promise<{ id: string; isNews: boolean; told: RecipientLevel | null }> => {
  const { learnerId, threadId, number, attemptId = null, category, severity, by, messages } = report
  const at = now.toISOString()
  const same = await db
    .selectFrom('safety_reports')
    .select(['id', 'severity', 'quoted', 'reached'])
    .where('thread_id', threadId === null ? 'is' : '=', threadId)
    .where('attempt_id', attemptId === null ? 'is' : '=', attemptId)
    .where('learner_id', '=', learnerId)
    .where('category', '=', category)
    .where('state', '=', 'new')
    .where('held_back', '=', isSecret)
    .where('released_at', 'is', null)
    .where('reported_by', by ? '=' : 'is', by?.id ?? null)
    // A report from a tutor conversation has no thread either, and no quotes to append to.
    .where('quoted', 'is not', null)
    .where('created_at', '>', new Date(now.getTime() - SAME_HOURS * 3_600_000).toISOString())
    .where(({ eb, fn }) => eb(fn<number>('cardinality', ['context_words']), '<', MAX_CONTEXT_WORDS))
    // Another request may append to it, or close it.
    .forUpdate()
    .executeTakeFirst()
  const { text } = messages.findLast(({ reported }) => reported)!
  if (!same) {
    const quoted: Stored = {
      reason: by?.reason ?? null,
      note: by?.note ?? null,
      messages: fitting(messages, MAX_QUOTED_LENGTH),
    }
    const { id } = await db
      .insertInto('safety_reports')
      .values({
        learner_id: learnerId,
        thread_id: threadId,
        thread_number: number,
        attempt_id: attemptId,
        severity,
        category,
        excerpt: excerptOf(text),
        quoted: JSON.stringify(quoted),
        reported_by: by?.id ?? null,
        created_at: at,
        held_back: isSecret,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await rememberQuotes(db, id)
    return { id, isNews: true, told: null }
  }
  const isWorse = SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(same.severity as Severity)
  const before = same.quoted as unknown as Stored
  const room = MAX_QUOTED_LENGTH - lengthOf(before.messages)
  const together = merge(before.messages, fitting(messages, room))
  // The earlier recipients may be among the people accused now.
  const isAboutOthers = countAccused(together) > countAccused(before.messages)
  const told = same.reached as RecipientLevel | null
  if (room < 0 && !by && !isWorse && !isAboutOthers) {
    await rememberText(db, same.id, text)
    return { id: same.id, isNews: false, told }
  }
  await db
    .updateTable('safety_reports')
    .set({
      quoted: JSON.stringify({
        ...before,
        note: [...new Set([before.note, by?.note])].filter(Boolean).join('\n') || null,
        messages: together,
      }),
      thread_number: sql<number | null>`least(thread_number, ${number}::int)`,
      ...(isWorse ? { severity, excerpt: excerptOf(text) } : {}),
    })
    .where('id', '=', same.id)
    .execute()
  await rememberQuotes(db, same.id)
  return { id: same.id, isNews: isWorse || isAboutOthers, told }
}

/** Characters of quotes from which on nothing around them is added, and nothing that moderation finds: somebody may write for an hour. */
const MAX_QUOTED_LENGTH = 100_000

/** The reported messages, and of those around them as many as there is room for, the nearest first. */
const fitting = (messages: readonly Quoted[], room: number): Quoted[] => {
  const reportedAt = messages.findIndex(({ reported }) => reported)
  const distance = (message: Quoted) => Math.abs(messages.indexOf(message) - reportedAt)
  let left = room - lengthOf(messages.filter(({ reported }) => reported))
  const kept = new Set(
    messages
      .toSorted((a, b) => distance(a) - distance(b))
      .filter(({ reported, text }) => reported || (left -= text.length) >= 0),
  )
  return messages.filter((message) => kept.has(message))
}

const lengthOf = (messages: readonly Quoted[]): number =>
  messages.reduce((sum, { text }) => sum + text.length, 0)

/** A message quoted as context before may be reported now. */
const merge = (before: readonly Quoted[], messages: readonly Quoted[]): Quoted[] => {
  const isSame = (one: Quoted, other: Quoted) =>
    one.author_id === other.author_id &&
    one.created_at === other.created_at &&
    one.text === other.text
  const known = before.map((each) => ({
    ...each,
    reported: messages.some((other) => other.reported && isSame(each, other)) || each.reported,
  }))
  const added = messages.filter((each) => !before.some((other) => isSame(each, other)))
  return [...known, ...added].toSorted((a, b) => a.created_at.localeCompare(b.created_at))
}

const countAccused = (messages: readonly Quoted[]): number =>
  new Set(messages.flatMap(({ author_id, reported }) => (reported ? author_id : []))).size

/** A report's quotes, for its readers. */
export const quotedOf = (quoted: unknown, by: string | null): OpenedReport['quoted'] =>
  quoted === null ? null : { ...(quoted as Stored), by }
