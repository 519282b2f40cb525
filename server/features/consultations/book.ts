import { randomUUID } from 'node:crypto'

import type * as z from 'zod/mini'

import type { HeldSlot, NewConsultation } from '#contract/consultations'
import { type Db, violatedConstraint } from '#platform/database'
import { conflict, type Parts, tooMany } from '#platform/http'
import { HOLD_MINUTES, openSlots } from '#rules/consultations'
import { addDays } from '#rules/plan'

import { sendHoldEmail } from './emails.ts'
import {
  countOfAddress,
  findConsultation,
  expireHolds,
  listHosts,
  lockHosts,
  type OpenHost,
} from './queries.ts'
import { endTime, startsOf } from './slots.ts'

const MINUTE_MS = 60_000
const DAY_SECONDS = 24 * 3600
/** Per address and day: each booking emails someone who may not have asked for it. */
const MAX_A_DAY = 5

/**
 * Holds a time until it is confirmed by the emailed link. `db` is a transaction.
 * @throws conflict if the time is not available (any more)
 */
export const book = async (
  parts: Parts,
  db: Db,
  given: z.output<typeof NewConsultation>,
): Promise<HeldSlot> => {
  const now = parts.clock()
  const host = await reserveSlot(db, given, now)
  const since = new Date(now.getTime() - DAY_SECONDS * 1000)
  if ((await countOfAddress(db, given.email, since)) >= MAX_A_DAY) {
    throw tooMany(
      'There have been a lot of bookings with this address. Please try again tomorrow.',
      DAY_SECONDS,
    )
  }
  const id = randomUUID()
  const held = {
    starts_at: given.starts_at,
    ends_at: endTime(given.starts_at),
    held_until: new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS).toISOString(),
  }
  await withOverlapConflict(() =>
    db
      .insertInto('consultations')
      .values({
        ...held,
        id,
        host_id: given.host_id,
        state: 'held',
        name: given.name,
        email: given.email,
        notes: given.notes,
        time_zone: given.time_zone,
        created_at: now.toISOString(),
        changed_at: now.toISOString(),
      })
      .execute(),
  )
  const stored = await findConsultation(db, id)
  await sendHoldEmail(parts, db, stored!)
  const { name, time_zone } = host
  return { ...held, host: { id: given.host_id, name, time_zone } }
}

const TAKEN = 'Someone has just booked this time. Please choose another; your details are saved.'

/**
 * Requires that a time is offered and free, and locks this teacher's bookings until the transaction ends.
 * @param options.except the booking that will get it
 * @throws conflict
 */
export const reserveSlot = async (
  db: Db,
  { host_id, starts_at }: { host_id: string; starts_at: string },
  now: Date,
  { except, taken = TAKEN }: { except?: string; taken?: string } = {},
): Promise<OpenHost> => {
  if (starts_at <= now.toISOString()) throw refused('This time has passed. Please choose another.')
  await lockHosts(db, [host_id])
  await expireHolds(db, now, host_id)
  const [host] = await listHosts(db, now, host_id)
  if (!host) throw refused('This teacher has no free times at the moment. Please choose another.')
  const booked = startsOf(host.booked.filter(({ id }) => id !== except))
  const day = starts_at.slice(0, 10)
  const slots = openSlots(host, booked, { from: addDays(day, -1), to: addDays(day, 1), now })
  if (!slots.includes(new Date(starts_at).toISOString())) throw refused(taken)
  return host
}

/** Maps the database's exclusion constraint, which decides between concurrent bookings, to a conflict. */
export const withOverlapConflict = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'consultations_do_not_overlap') throw error
    throw refused(TAKEN)
  }
}

const refused = (message: string) => conflict(message, { starts_at: message })
