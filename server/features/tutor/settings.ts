import type { TutorSettings } from '#contract/tutor'
import type { Db } from '#platform/database'
import { DEFAULT_TUTOR_SETTINGS } from '#rules/tutor'

type StoredSettings = {
  settings: TutorSettings
  /** Where the hours are counted; null where nobody has said. */
  timeZone: string | null
}

/** What holds for a learner at this moment. */
export const findTutorSettings = async (db: Db, learnerId: string): Promise<StoredSettings> => {
  const row = await db
    .selectFrom('tutor_settings')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  if (!row) return { settings: DEFAULT_TUTOR_SETTINGS, timeZone: null }
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
    timeZone: row.time_zone,
  }
}

/** Replaces all of them. Without a time zone the one that was said before stays. */
export const storeTutorSettings = async (
  db: Db,
  learnerId: string,
  { hours, ...settings }: TutorSettings,
  by: { userId: string; timeZone: string | undefined; now: Date },
): Promise<void> => {
  const values = {
    ...settings,
    hours_from: hours.from,
    hours_to: hours.to,
    ...(by.timeZone ? { time_zone: by.timeZone } : {}),
    set_by: by.userId,
    set_at: by.now.toISOString(),
  }
  await db
    .insertInto('tutor_settings')
    .values({ ...values, learner_id: learnerId })
    .onConflict((conflict) => conflict.column('learner_id').doUpdateSet(values))
    .execute()
}
