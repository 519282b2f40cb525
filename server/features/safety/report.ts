import { paths } from '#contract/paths'
import { notifyPerson } from '#features/notifications'
import { emailRecipient } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import {
  firstRecipients,
  isEscalated,
  isFamilyNotified,
  type RecipientLevel,
  SEVERITIES,
  type Severity,
} from '#rules/safety'
import type { IsName } from '#rules/text/names-at-home'
import type { Finding } from '#rules/text/screening'

import { MAX_CONTEXT_WORDS, rememberTalk } from './context.ts'
import { noticeEmail } from './emails.ts'
import { findRecipients, markReached, toAvailableRecipients, type Recipient } from './recipients.ts'
import { decideWithheld, markAboutHome, withheldFrom } from './withheld.ts'

type Found = {
  learnerId: string
  conversationId: string
  messageId: string
  text: string
  findings: readonly Finding[]
  /** Preceding messages, and the message itself. */
  texts: readonly string[]
  /** The tutor's last words before. */
  questions: readonly string[]
  isAtHome: IsName
  /** Minimum severity for emails to the family. */
  alertLevel: Severity
}

const EXCERPT = 300
/** Appends to the open report when the same concern recurs within this many hours. */
export const SAME_HOURS = 1

/**
 * Reports findings in a message and notifies recipients, in the caller's transaction, so that the reply follows after both are
 * stored.
 * @returns the notified level, null if there is nobody; undefined without findings
 */
export const reportFindings = async (
  parts: Parts,
  db: Db,
  found: Found,
): Promise<{ reached: RecipientLevel | null; isWithheld: boolean } | undefined> => {
  if (found.findings.length === 0) return undefined
  const now = parts.clock()
  const { learnerId } = found
  const { isSecret, isAboutHome } = await decideWithheld(db, learnerId, {
    isThreadWithheld: await followsWithheld(db, found.conversationId),
    isForSafeguarding: false,
    found: found.findings,
    texts: found.texts,
    questions: found.questions,
    isAtHome: found.isAtHome,
  })
  let heard: RecipientLevel | null = null
  for (const finding of found.findings) {
    const { id, isNews, told } = await storeReport(db, found, finding, {
      isWithheld: isSecret,
      now,
    })
    if (isAboutHome) await markAboutHome(db, id)
    const recipients = await findRecipients(db, { id, learnerId })
    const reached = firstRecipients(isSecret, toAvailableRecipients(recipients))
    if (!isFamilyNotified(finding, found.alertLevel, isSecret)) continue
    if (recipients[reached].length > 0) heard = reached
    if (!isNews && !isEscalated(reached, told)) continue
    await markReached(db, id, reached, now)
    await emailRecipients(parts, db, recipients[reached], reached, {
      learnerId,
      severity: finding.severity,
    })
  }
  return { reached: heard, isWithheld: isSecret }
}

/** Everything after a withheld message is withheld as well. */
const followsWithheld = async (db: Db, conversationId: string): Promise<boolean> => {
  const { from } = await db
    .selectFrom('tutor_conversations')
    .select(({ ref }) => withheldFrom(ref('tutor_conversations.id')).as('from'))
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return from !== null
}

type Outcome = { isWithheld: boolean; now: Date }

/** @returns the report; `isNews` is false if an open one already covers it with at least that severity */
const storeReport = async (
  db: Db,
  { learnerId, conversationId, messageId, text }: Found,
  { category, severity }: Finding,
  { isWithheld: isSecret, now }: Outcome,
): Promise<{ id: string; isNews: boolean; told: RecipientLevel | null }> => {
  const same = await db
    .selectFrom('safety_reports')
    .select(['id', 'severity', 'reached'])
    .where('conversation_id', '=', conversationId)
    .where('category', '=', category)
    .where('state', '=', 'new')
    .where('held_back', '=', isSecret)
    .where('released_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - SAME_HOURS * 3_600_000).toISOString())
    .where(({ eb, fn }) => eb(fn<number>('cardinality', ['context_words']), '<', MAX_CONTEXT_WORDS))
    // Another request may close or release it.
    .forUpdate()
    .executeTakeFirst()
  const isWorse =
    !same || SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(same.severity as Severity)
  if (same) {
    await standOn(db, same.id, messageId)
    const told = same.reached as RecipientLevel | null
    if (!isWorse) return { id: same.id, isNews: false, told }
    await db
      .updateTable('safety_reports')
      .set({
        severity,
        excerpt: excerptOf(text),
      })
      .where('id', '=', same.id)
      .execute()
    return { id: same.id, isNews: true, told }
  }
  const { id } = await db
    .insertInto('safety_reports')
    .values({
      learner_id: learnerId,
      conversation_id: conversationId,
      severity,
      category,
      excerpt: excerptOf(text),
      created_at: now.toISOString(),
      held_back: isSecret,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await standOn(db, id, messageId)
  return { id, isNews: true, told: null }
}

const standOn = async (db: Db, report_id: string, message_id: string): Promise<void> => {
  await db.insertInto('safety_report_messages').values({ report_id, message_id }).execute()
  await rememberTalk(db, report_id, message_id)
}

export const excerptOf = (text: string) =>
  text.length <= EXCERPT ? text : `${[...text].slice(0, EXCERPT - 1).join('')}…`

// As neutral as the emails: bystanders may read them.
const NOTICES = {
  guardians: 'A safety report about your child is waiting for you',
  advisor: 'A safety report is waiting for you',
  safeguarding: 'A safety report is waiting for you',
  admins: 'A safety report is waiting, and there’s no safeguarding lead to read it',
} as const satisfies Record<RecipientLevel, string>

const PATHS = {
  guardians: (learnerId) => paths.child(learnerId),
  advisor: () => paths.safety,
  safeguarding: () => paths.safety,
  admins: () => paths.safeguarding,
} as const satisfies Record<RecipientLevel, (learnerId: string) => string>

type About = { learnerId: string; severity: Severity }

/** Notifies and emails recipients, in the transaction of the event. */
export const emailRecipients = async (
  parts: Pick<Parts, 'clock' | 'config' | 'mail'>,
  db: Db,
  recipients: readonly Recipient[],
  reached: RecipientLevel,
  about: About,
): Promise<void> => {
  const { first_name } = await db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', about.learnerId)
    .executeTakeFirstOrThrow()
  for (const recipient of recipients) {
    // Low-severity reports have no email of their own: too many emails go unread.
    const hasLetter = reached !== 'safeguarding' || about.severity !== 'low'
    if (hasLetter) {
      const to = await emailRecipient({ config: parts.config, db }, recipient)
      await parts.mail.send(db, noticeEmail(to, reached, { ...about, firstName: first_name }))
    }
    await notifyPerson(
      db,
      {
        personId: recipient.id,
        category: 'safety',
        title: NOTICES[reached],
        path: PATHS[reached](about.learnerId),
        aboutId: about.learnerId,
        topic: `safety ${about.learnerId}`,
        hasLetter,
      },
      parts.clock(),
    )
  }
}
