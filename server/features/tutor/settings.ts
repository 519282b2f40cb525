import { isDeepStrictEqual } from 'node:util'

import type { TutorSettings } from '#contract/tutor'
import { listGuardianAddresses, lockPerson, notifyGuardians } from '#features/family'
import type { Db } from '#platform/database'
import { DEFAULT_TUTOR_SETTINGS, hoursElsewhere, isAllDay } from '#rules/tutor'

/** The zone for hours and days is never taken from the learner's device, whose clock a child could change. */
type StoredSettings = { settings: TutorSettings; timeZone: string }

const UNKNOWN_ZONE = 'UTC'

/** A learner's current tutor settings. */
export const findTutorSettings = async (db: Db, learnerId: string): Promise<StoredSettings> => {
  const row = await db
    .selectFrom('tutor_settings')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  const timeZone = row?.time_zone ?? (await findGuardiansZone(db, learnerId)) ?? UNKNOWN_ZONE
  if (!row) return { settings: DEFAULT_TUTOR_SETTINGS, timeZone }
  const { enabled, hours_from, hours_to, daily_minutes, blocked_topics, retention_days } = row
  return {
    settings: {
      enabled,
      hours: { from: hours_from, to: hours_to },
      daily_minutes,
      blocked_topics,
      alert_level: row.alert_level as TutorSettings['alert_level'],
      retention_days,
    },
    timeZone,
  }
}

/** Time zone in which a guardian last opened the family page. */
const findGuardiansZone = async (db: Db, learnerId: string): Promise<string | undefined> => {
  const guardians = await listGuardianAddresses(db, learnerId, 'tutor')
  if (guardians.length === 0) return undefined
  const found = await db
    .selectFrom('accounts')
    .select('time_zone')
    .where(
      'id',
      'in',
      guardians.map(({ id }) => id),
    )
    .where('time_zone', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.time_zone ?? undefined
}

/** The settings with hours as clocks in a time zone show them. Undefined: as they are stored. */
export const settingsIn = (
  { settings, timeZone }: StoredSettings,
  elsewhere: string | undefined,
  now: Date,
): TutorSettings => ({
  ...settings,
  hours: hoursElsewhere(settings.hours, now, { zone: timeZone, elsewhere: elsewhere ?? timeZone }),
})

/**
 * Replaces all settings. Without a time zone, the stored one remains. So it does if the hours are the stored ones: a guardian who
 * lives or travels elsewhere and changes something else moves nobody's hours. `db` is a transaction.
 */
export const storeTutorSettings = async (
  db: Db,
  learnerId: string,
  { hours, ...settings }: TutorSettings,
  by: { userId: string; timeZone: string | undefined; now: Date },
): Promise<{ before: StoredSettings; after: StoredSettings }> => {
  await lockPerson(db, learnerId)
  const before = await findTutorSettings(db, learnerId)
  const isMoved = !isDeepStrictEqual(settingsIn(before, by.timeZone, by.now).hours, hours)
  const kept = isMoved ? hours : before.settings.hours
  const values = {
    ...settings,
    hours_from: kept.from,
    hours_to: kept.to,
    ...(by.timeZone && (isMoved || isAllDay(kept)) ? { time_zone: by.timeZone } : {}),
    set_by: by.userId,
    set_at: by.now.toISOString(),
  }
  await db
    .insertInto('tutor_settings')
    .values({ ...values, learner_id: learnerId })
    .onConflict((conflict) => conflict.column('learner_id').doUpdateSet(values))
    .execute()
  return { before, after: await findTutorSettings(db, learnerId) }
}

/** Tells the other guardians who oversee the tutor of a change: it counts for the whole family. `db` is a transaction. */
export const notifyOfSettings = async (
  db: Db,
  { learnerId, guardianId }: { learnerId: string; guardianId: string },
  { before, after }: { before: StoredSettings; after: StoredSettings },
  now: Date,
): Promise<void> => {
  // In one zone: the same hours elsewhere are other hours.
  const inUtc = (stored: StoredSettings) => settingsIn(stored, 'UTC', now)
  if (isDeepStrictEqual(inUtc(before), inUtc(after))) return
  const { first_name } = await db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', learnerId)
    .executeTakeFirstOrThrow()
  await notifyGuardians(
    db,
    { learnerId, scope: 'tutor', except: guardianId },
    {
      topic: `tutor-settings ${learnerId}`,
      title: `${first_name}’s settings for the tutor were changed`,
    },
    now,
  )
}
