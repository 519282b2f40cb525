import type { QuotedMessage } from '#contract/safety'
import { withholdAttempt } from '#features/attempts'
import {
  listLearnersOfAddress,
  listNamesOfGuardian,
  listUncheckedLinks,
  markChecked,
  type UncheckedLink,
} from '#features/family'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import { searchableText } from '#rules/messages'
import { firstRecipients, isClosed, type ReportState, type Severity } from '#rules/safety'
import { householdNameMatcher, type IsName, isWrittenName } from '#rules/text/names-at-home'
import { firstHomeDisclosure } from '#rules/withheld'

import { findRecipients, markReached, toAvailableRecipients } from './recipients.ts'
import { emailRecipients } from './report.ts'

const AT_A_TIME = 500

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'mail'>

/** Checks guardian links whose learner's earlier reports have not been searched for the guardian. */
export const checkNewGuardians = async (parts: Deps): Promise<void> => {
  for (;;) {
    const links = await listUncheckedLinks(parts.db, AT_A_TIME)
    await despiteFailures(links, 'guardian links', (link) =>
      transaction(parts.db, async (db) => {
        if (await markChecked(db, link.id, parts.clock())) await withholdFrom(parts, db, link)
      }),
    )
    if (links.length < AT_A_TIME) break
  }
}

/**
 * Withholds earlier reports that name a guardian, or are about a message of a child of theirs, from the families: when they were
 * made, nobody knew that this person would read them. Released reports stay open.
 */
const withholdFrom = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { learnerId, email }: UncheckedLink,
): Promise<void> => {
  const ids = await listIds(db, learnerId)
  if (ids.length === 0) return
  const guardian = await findNewGuardian(db, learnerId, email)
  for (const { id } of ids) {
    const report = await findConcerned(db, id, guardian)
    if (report) await withhold(parts, db, { id, ...report }, guardian)
  }
}

const withhold = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  { id, messages, ...report }: Concerned & { id: string },
  { isName }: NewGuardian,
): Promise<void> => {
  const { learner_id, thread_id, thread_number, attempt_id, severity } = report
  const isOpen = !isClosed(report.state as ReportState)
  const number = thread_number && (await firstNumber(db, thread_id, messages, isName))
  await db
    .updateTable('safety_reports')
    .set({
      held_back: true,
      about_home: true,
      thread_number: number === null ? thread_number : Math.min(number, thread_number!),
      // Opened by a reader who is not the one from now on.
      ...(isOpen && report.reached !== 'safeguarding' ? { state: 'new' } : {}),
      // A false alarm would leave the conversation to the families.
      ...(report.state === 'false_positive' ? { state: 'acted' } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (attempt_id !== null) await withholdAttempt(db, attempt_id)
  const recipients = await findRecipients(db, { id, learnerId: learner_id })
  const reached = firstRecipients(true, toAvailableRecipients(recipients))
  await markReached(db, id, reached, parts.clock())
  const told = { learnerId: learner_id, severity: severity as Severity }
  if (isOpen) await emailRecipients(parts, db, recipients[reached], reached, told)
}

/** Names of a linked address, and its children. */
const findNewGuardian = async (db: Db, learnerId: string, email: string): Promise<NewGuardian> => {
  const known = await listNamesOfGuardian(db, learnerId, email)
  return {
    isName: householdNameMatcher(known),
    childIds: await listLearnersOfAddress(db, email),
  }
}

type NewGuardian = { isName: IsName; childIds: readonly string[] }

type Quoted = QuotedMessage & { author_id: string }

/** Ids of the reports that the guardian may read, or whose conversation. */
const listIds = (db: Db, learnerId: string) => {
  const open = db
    .selectFrom('safety_reports as report')
    .select('report.id')
    .where('report.held_back', '=', false)
    .where('report.released_at', 'is', null)
  return open
    .where('report.learner_id', '=', learnerId)
    .union(
      open
        .innerJoin('conversation_members as member', 'member.conversation_id', 'report.thread_id')
        .where('member.user_id', '=', learnerId),
    )
    .execute()
}

type Concerned = NonNullable<Awaited<ReturnType<typeof findConcerned>>>

/** Returns a report with what it quotes, which may be long, if it concerns the guardian. */
const findConcerned = async (db: Db, id: string, { isName, childIds }: NewGuardian) => {
  const found = await db
    .selectFrom('safety_reports')
    .select([
      'learner_id',
      'thread_id',
      'thread_number',
      'attempt_id',
      'severity',
      'state',
      'reached',
      'quoted',
      'quoted_words',
      'context_words',
    ])
    .where('id', '=', id)
    // Safeguarding may have released it meanwhile.
    .where('held_back', '=', false)
    .where('released_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { quoted, quoted_words, context_words, ...report } = found
  const messages = (quoted as { messages: Quoted[] } | null)?.messages ?? []
  const isNamed = [...quoted_words, ...context_words].some((word) => isWrittenName(word, isName))
  // By a brother or sister of the learner, and not by another family's child.
  const siblingIds = childIds.includes(report.learner_id)
    ? childIds.filter((id) => id !== report.learner_id)
    : []
  const isByChild = messages.some((each) => each.reported && siblingIds.includes(each.author_id))
  return isNamed || isByChild ? { ...report, messages } : undefined
}

/** Number of the first quoted message that names the guardian: families see nothing of the conversation from there on. */
const firstNumber = async (
  db: Db,
  threadId: string | null,
  messages: readonly Quoted[],
  isAtHome: IsName,
): Promise<number | null> => {
  const said = messages.map((each) => ({ ...each, text: searchableText(each) }))
  const found = [{ category: 'reported' as const }]
  const first = firstHomeDisclosure(said, { found, isAtHome })
  if (threadId === null || !first) return null
  const message = await db
    .selectFrom('messages')
    .select('number')
    .where('conversation_id', '=', threadId)
    .where('author_id', '=', first.author_id)
    .where('created_at', '=', first.created_at)
    .executeTakeFirst()
  return message?.number ?? null
}
