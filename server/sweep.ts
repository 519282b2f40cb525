import { deleteOldGroups } from '#features/advising'
import { deleteOldSessions } from '#features/auth'
import { deleteOldOffers } from '#features/family'
import { deleteOldInvitations } from '#features/invitations'
import { deleteOldCheckouts, deleteOldPaymentEvents } from '#features/subscription'
import type { Db } from '#platform/database'
import { deleteOldReplies, type Parts } from '#platform/http'
import { deleteExpiredLimits } from '#platform/limits'
import { deleteOldMail } from '#platform/mail'

const DAY_MS = 24 * 3_600_000

export const scheduleSweep = ({ jobs, db, clock }: Parts): void =>
  jobs.schedule('sweep-expired', '41 3 * * *', () => sweepExpired(db, clock()), { isLong: true })

/** Deletes expired data: replies stored for retries, rate limits, old links, ended sessions, local emails, old groups. */
export const sweepExpired = async (db: Db, now: Date): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await deleteOldReplies(db, daysAgo(2))
  await deleteExpiredLimits(db, now)
  await deleteOldMail(db, { tokens: daysAgo(7), mailbox: daysAgo(14) })
  await deleteOldPaymentEvents(db, daysAgo(60))
  await deleteOldCheckouts(db, daysAgo(1))
  await deleteOldInvitations(db, daysAgo(30))
  await deleteOldOffers(db, { codes: daysAgo(0), invited: daysAgo(30) })
  await deleteOldGroups(db, { archived: daysAgo(365), left: daysAgo(30) })
  await deleteOldSessions(db, { expired: daysAgo(1), ended: daysAgo(30) })
}
