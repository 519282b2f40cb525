import { forgetOldSessions } from '#features/auth'
import { forgetOldInvitations } from '#features/invitations'
import { forgetPaymentEvents } from '#features/subscription'
import type { Db } from '#platform/database'
import { forgetReplies, type Parts } from '#platform/http'
import { forgetUsedLimits } from '#platform/limits'
import { forgetOldMail } from '#platform/mail'

const DAY_MS = 24 * 3_600_000

export const scheduleSweep = ({ jobs, db, clock }: Parts): void =>
  jobs.schedule('sweep-expired', '41 3 * * *', () => sweepExpired(db, clock()), { isLong: true })

/** Deletes expired data: replies stored for retries, rate limits, old links, ended sessions, local emails. */
export const sweepExpired = async (db: Db, now: Date): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await forgetReplies(db, daysAgo(2))
  await forgetUsedLimits(db, now)
  await forgetOldMail(db, { tokens: daysAgo(7), mailbox: daysAgo(14) })
  await forgetPaymentEvents(db, daysAgo(60))
  await forgetOldInvitations(db, daysAgo(30))
  await forgetOldSessions(db, { expired: daysAgo(1), ended: daysAgo(30) })
}
