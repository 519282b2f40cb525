import type { Consultation } from '#contract/consultations'
import { isAddressOfMinor } from '#features/family'
import { withdrawParent } from '#features/invitations'
import { deleteTopic, notifyPerson } from '#features/notifications'
import type { Db } from '#platform/database'
import { conflict, forbidden, notFound, type Parts } from '#platform/http'
import { discardJobsAbout } from '#platform/jobs'
import { nextConsultationReminder } from '#rules/consultations'
import { defuseLinks } from '#rules/text/single-line'

import { withOverlapConflict, reserveSlot } from './book.ts'
import { sendCancelledEmail, sendConfirmedEmail } from './emails.ts'
import { UNKNOWN } from './link.ts'
import {
  aboutBooking,
  findConsultation,
  listHostIds,
  lockHosts,
  topicOf,
  type StoredConsultation,
  updateConsultation,
} from './queries.ts'
import { endTime } from './slots.ts'

// Actions by the family through the link in their emails. `db` is always a transaction.

/** A booking in the family's view. */
export const toReply = ({ host, state, first_plan, ...row }: StoredConsultation): Consultation => ({
  ...row,
  state,
  host,
  video_url: state === 'confirmed' && host ? host.video_url : null,
  first_plan: first_plan.map(({ title }) => title),
})

/** @throws notFound once it is deleted */
export const findBooked = async (db: Db, id: string): Promise<StoredConsultation> => {
  const found = await findConsultation(db, id)
  if (!found) throw notFound(UNKNOWN)
  return found
}

/** Locks the booking, and all bookings with its teacher and `otherHost`, until the transaction ends. */
const lockBooked = async (db: Db, id: string, otherHost?: string) => {
  const { host_id } = await findBooked(db, id)
  const hosts = [host_id, otherHost].flatMap((each) => each ?? [])
  if (hosts.length > 0) await lockHosts(db, hosts)
  await db.selectFrom('consultations').select('id').where('id', '=', id).forUpdate().execute()
  return findBooked(db, id)
}

/** Also after the hold has expired, as long as the time is still free. */
export const confirm = async (parts: Parts, db: Db, id: string): Promise<StoredConsultation> => {
  const now = parts.clock()
  const booked = await lockBooked(db, id)
  if (booked.state === 'confirmed') return booked
  requireOpen(booked)
  const time = timeOf(booked)
  if (!isStillHeld(booked, now)) {
    const taken = `We could only hold this time for a while, and it’s no longer free. Please choose another.`
    await reserveSlot(db, time, now, { except: id, taken })
  }
  return settleOn(parts, db, booked, time)
}

export const moveConsultation = async (
  parts: Parts,
  db: Db,
  id: string,
  { starts_at, host_id }: { starts_at: string; host_id: string | undefined },
): Promise<StoredConsultation> => {
  const now = parts.clock()
  const booked = await lockBooked(db, id, host_id)
  requireOpen(booked)
  const time = { starts_at, host_id: host_id ?? timeOf(booked).host_id }
  await reserveSlot(db, time, now, { except: id })
  return settleOn(parts, db, booked, time)
}

export const cancel = async (parts: Parts, db: Db, id: string): Promise<StoredConsultation> => {
  const now = parts.clock()
  const booked = await lockBooked(db, id)
  if (booked.state === 'cancelled') return booked
  requireOpen(booked)
  if (booked.starts_at <= now.toISOString())
    throw conflict('This consultation has already started.')
  const change = { state: 'cancelled', who_cancelled: 'family', remind_at: null } as const
  await updateConsultation(db, id, change, now)
  const cancelled = await findBooked(db, id)
  if (booked.state === 'confirmed') {
    await sendCancelledEmail(parts, db, cancelled)
    await tellHost(db, cancelled, 'has cancelled', now)
  }
  return cancelled
}

/** Deletes all data about the family at once, including their invitation, pending emails and teachers' notifications. */
export const erase = async (parts: Parts, db: Db, id: string): Promise<void> => {
  const booked = await lockBooked(db, id)
  const now = parts.clock()
  await db.deleteFrom('consultations').where('id', '=', id).execute()
  await discardJobsAbout(db, id)
  const isInvitedAgain = await db
    .selectFrom('consultations')
    .select('id')
    .where('email', '=', booked.email)
    .where('invited_at', 'is not', null)
    .executeTakeFirst()
  if (booked.invited_at !== null && !isInvitedAgain) await withdrawParent(db, booked.email)
  await deleteTopic(db, await listHostIds(db), topicOf(id))
  const isAhead = booked.state === 'confirmed' && now.toISOString() < booked.starts_at
  if (isAhead) await tellHost(db, { ...booked, name: 'A visitor' }, 'has cancelled', now)
}

const requireOpen = ({ state }: StoredConsultation) => {
  if (state === 'cancelled')
    throw conflict('This consultation was cancelled. You can book another.')
  if (state === 'met' || state === 'no_show') throw conflict('This consultation is over.')
}

const isStillHeld = ({ state, held_until, starts_at }: StoredConsultation, now: Date) =>
  state === 'held' && now.toISOString() < held_until && now.toISOString() < starts_at

const timeOf = ({ host, starts_at }: StoredConsultation) => {
  if (!host) throw conflict('This teacher has left. Please book with another.')
  return { host_id: host.id, starts_at }
}

const OF_MINOR =
  'A parent or guardian books the consultation: please ask yours to book with their own email address.'

/**
 * Confirms a booking at a time. Whoever opens the link reads the address's mail, so the refusal of a minor reveals nothing. Otherwise a
 * child could meet an adult by video without their family.
 * @throws forbidden
 */
const settleOn = async (
  parts: Parts,
  db: Db,
  before: StoredConsultation,
  time: { host_id: string; starts_at: string },
): Promise<StoredConsultation> => {
  if (await isAddressOfMinor(db, before.email)) throw forbidden(OF_MINOR, 'minor')
  const now = parts.clock()
  const remind_at = nextConsultationReminder(time.starts_at, now)
  const change = {
    ...time,
    ends_at: endTime(time.starts_at),
    state: 'confirmed',
    remind_at,
  } as const
  await withOverlapConflict(() => updateConsultation(db, before.id, change, now))
  const booked = await findBooked(db, before.id)
  const isMoved = before.state === 'confirmed'
  await sendConfirmedEmail(parts, db, booked, isMoved)
  await tellHost(db, booked, isMoved ? 'has moved' : 'has booked', now)
  const isOtherHost = isMoved && before.host_id !== time.host_id
  if (isOtherHost) await tellHost(db, before, 'has cancelled', now)
  return booked
}

const tellHost = async (
  db: Db,
  { id, host, name }: StoredConsultation,
  what: string,
  now: Date,
): Promise<void> => {
  if (!host) return
  await notifyPerson(
    db,
    {
      personId: host.id,
      category: 'calendar',
      title: `${defuseLinks(name)} ${what} a consultation with you`,
      ...aboutBooking(id),
    },
    now,
  )
}
