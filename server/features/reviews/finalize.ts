import { answerPath, paths, taskPath, workAnswerPath } from '#contract/paths'
import { issueReviewedBadges } from '#features/badges'
import { signDeferred } from '#features/credentials'
import { listGuardianAddresses } from '#features/family'
import { lockLearner } from '#features/learners'
import { notifyPerson } from '#features/notifications'
import { emailRecipient, hasAddress } from '#features/site'
import { type Db, transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { isChild } from '#rules/age'

import { listPendingForUpdate, markFinalized } from './decision-queries.ts'
import { type DecidedWork, decidedEmail } from './emails.ts'

/** Decisions whose undo period has ended; `about` is the learner. */
export type PendingDecisions = { about: string; upTo: string }

type FinalizedWork = DecidedWork & {
  attempt_id: string
  task_id: string
  quest_id: string
  /** Hidden from guardians. */
  held_back: boolean
}

/**
 * Runs the external effects of a learner's decisions once they cannot be undone: from then on they count for credentials. If
 * newer decisions of the same learner can still be undone, all wait for the newest one's job, so that one evening of reviewing
 * sends one email. `db` is a transaction.
 * @param pending.upTo newest decision whose undo period has ended
 * @returns the decisions to announce
 */
export const finalizeDecisions = async (
  db: Db,
  { about: learnerId, upTo }: PendingDecisions,
  now: Date,
): Promise<FinalizedWork[]> => {
  const waiting = await listPendingForUpdate(db, learnerId)
  const isNewer = ({ decided_at }: { decided_at: string }) =>
    Date.parse(decided_at) > Date.parse(upTo)
  if (waiting.length === 0 || waiting.some(isNewer)) return []
  await lockLearner(db, learnerId)
  await markFinalized(db, waiting, now)
  await issueReviewedBadges(db, learnerId, now)
  // Withdrawn work is not announced.
  return waiting.filter(({ decision, state }) => decision === state)
}

/** Finalizes decisions and notifies the learner and guardians, in one transaction. */
export const finalizeAndNotify = (
  parts: Pick<Parts, 'db' | 'config' | 'jobs' | 'mail' | 'clock'>,
  due: PendingDecisions,
): Promise<void> =>
  transaction(parts.db, async (db) => {
    const now = parts.clock()
    const news = await finalizeDecisions(db, due, now)
    if (news.length === 0) return
    await signDeferred(parts.jobs, db, due.about)
    const learner = await findLearner(db, due.about)
    if (!learner) return
    const today = now.toISOString().slice(0, 10)
    const path = pathOf(news)
    const told = { category: 'feedback', topic: `feedback ${due.about}`, hasLetter: true } as const
    await notifyPerson(db, { ...told, personId: due.about, title: 'Your work was read', path }, now)
    const hasOwnEmails = !isChild(learner.date_of_birth, today)
    if (hasOwnEmails && hasAddress(learner) && learner.email_verified_at !== null) {
      const to = await emailRecipient({ ...parts, db }, learner)
      await parts.mail.send(db, decidedEmail(to, news, { path: answerPath(path) ?? path }))
    }
    // Guardians are not notified of work that may concern someone at home (ADR 68).
    const shown = news.filter(({ held_back }) => !held_back)
    if (shown.length === 0) return
    for (const guardian of await listGuardianAddresses(db, due.about)) {
      const child = { id: due.about, name: learner.first_name }
      const to = await emailRecipient({ ...parts, db }, guardian)
      const path = paths.child(due.about)
      const title = `${learner.first_name}’s work was read`
      await notifyPerson(
        db,
        { ...told, personId: guardian.id, title, path, aboutId: due.about },
        now,
      )
      const [first] = shown
      const answer = first ? workAnswerPath(due.about, first.attempt_id) : path
      await parts.mail.send(db, decidedEmail(to, shown, { path: answer, child }))
    }
  })

/** The quest and task that the news is about; of several tasks, the first that was returned. */
const pathOf = (news: readonly FinalizedWork[]): string => {
  const quests = new Set(news.map(({ quest_id }) => quest_id))
  const main = news.find(({ decision }) => decision === 'returned') ?? news[0]
  if (!main || quests.size > 1) return paths.dashboard
  return taskPath(main.quest_id, main.task_id)
}

const findLearner = (db: Db, id: string) =>
  db
    .selectFrom('accounts')
    .select(['first_name', 'email', 'email_verified_at', 'date_of_birth'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
