import type { Booking } from '#contract/consultations'
import { inviteParent } from '#features/invitations'
import type { Db } from '#platform/database'
import { type Audit, type Caller, conflict, invalid, notFound, type Parts } from '#platform/http'
import { canRecordMeeting } from '#rules/consultations'
import { passesGuard } from '#rules/membership'

import { sendCancelledEmail, sendPlanEmail } from './emails.ts'
import { findConsultation, type StoredConsultation, updateConsultation } from './queries.ts'

// Actions by the consultation's teacher or an admin. `db` is always a transaction.

type By = { caller: Caller; audit: Audit }

export const toBooking = ({ host, ...row }: StoredConsultation): Booking => ({
  ...row,
  host,
  video_url: host?.video_url ?? '',
})

/** @throws notFound also for another teacher's consultation */
const lockOwn = async (db: Db, id: string, { caller }: By): Promise<StoredConsultation> => {
  await db.selectFrom('consultations').select('id').where('id', '=', id).forUpdate().execute()
  const booked = await findConsultation(db, id)
  const isOwn = booked?.host_id === caller.userId || passesGuard('admin', caller.role)
  // Until it is confirmed, only the visitor may see it.
  if (!booked || !isOwn || booked.state === 'held' || booked.state === 'lapsed') throw notFound()
  return booked
}

const hasBegun = ({ starts_at }: StoredConsultation, now: Date) => starts_at <= now.toISOString()

/** Can be repeated to correct a wrong outcome. */
export const recordOutcome = async (
  { clock }: Pick<Parts, 'clock'>,
  db: Db,
  { id, outcome }: { id: string; outcome: 'met' | 'no_show' },
  by: By,
): Promise<Booking> => {
  const now = clock()
  const booked = await lockOwn(db, id, by)
  if (booked.state === 'cancelled') throw conflict('This consultation was cancelled.')
  const isOpen = outcome === 'met' ? canRecordMeeting(booked.starts_at, now) : hasBegun(booked, now)
  if (!isOpen) throw conflict('This consultation hasn’t started yet.')
  await updateConsultation(db, id, { state: outcome, remind_at: null }, now)
  await by.audit(db, 'consultation_settled', { consultation: id, outcome }, null)
  return shown(db, id)
}

export const cancelAsHost = async (
  parts: Parts,
  db: Db,
  { id, because }: { id: string; because: string },
  by: By,
): Promise<Booking> => {
  const booked = await lockOwn(db, id, by)
  if (booked.state !== 'confirmed') throw conflict('This consultation is over, or was cancelled.')
  const change = { state: 'cancelled', who_cancelled: 'host', cancelled_because: because } as const
  await updateConsultation(db, id, { ...change, remind_at: null }, parts.clock())
  const cancelled = await findConsultation(db, id)
  if (cancelled) await sendCancelledEmail(parts, db, cancelled)
  await by.audit(db, 'consultation_cancelled', { consultation: id }, null)
  return shown(db, id)
}

/** Invites the family by email, and saves the learner's first quests until the learner has an account. */
export const inviteFamily = async (
  parts: Parts,
  db: Db,
  { id, questIds }: { id: string; questIds: readonly string[] },
  by: By,
): Promise<Booking> => {
  const now = parts.clock()
  const { state, email, name } = await lockOwn(db, id, by)
  if (state !== 'met') throw conflict('Please record that the consultation took place first.')
  await requireQuests(db, questIds)
  const first_plan = [...new Set(questIds)]
  await updateConsultation(db, id, { first_plan, invited_at: now.toISOString() }, now)
  const person = { email, ...namesIn(name) }
  await inviteParent(parts, db, person, by)
  const booked = await findConsultation(db, id)
  if (booked && first_plan.length > 0) await sendPlanEmail(parts, db, booked)
  await by.audit(db, 'family_invited', { consultation: id, quests: first_plan }, null)
  return shown(db, id)
}

const requireQuests = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const known = await db
    .selectFrom('quests')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'published')
    .where('learner_id', 'is', null)
    .execute()
  if (known.length === new Set(ids).size) return
  const message = 'Please choose quests from the library.'
  throw invalid(message, { quest_ids: message })
}

/** The last word is taken as the surname; the family can correct it when they accept. */
const namesIn = (name: string): { first_name: string; last_name: string } => {
  const words = name.split(/\s+/)
  const last_name = words.length > 1 ? words.pop()! : ''
  return { first_name: words.join(' '), last_name }
}

const shown = async (db: Db, id: string): Promise<Booking> => {
  const booked = await findConsultation(db, id)
  if (!booked) throw notFound()
  return toBooking(booked)
}
