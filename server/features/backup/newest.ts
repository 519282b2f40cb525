import * as z from 'zod/mini'

import { findSetting, storeSetting } from '#features/site'
import type { Db } from '#platform/database'

const SETTING = 'newest_backup'

const Newest = z.object({
  made_at: z.string(),
  bytes: z.number(),
  is_encrypted: z.boolean(),
  /** Files that were missing or damaged during the backup. */
  lacks: z.number(),
})
export type NewestBackup = z.output<typeof Newest>

/** Lets the site know of a backup, so that an admin sees when there is none. Where it went, and whether it still is there, nobody tells. */
export const recordBackup = async (db: Db, newest: NewestBackup): Promise<void> => {
  await storeSetting(db, SETTING, newest)
}

/** Returns null if no backup was ever made. */
export const findNewestBackup = async (db: Db): Promise<NewestBackup | null> => {
  const stored = await findSetting(db, SETTING)
  return stored === undefined ? null : z.parse(Newest, stored)
}
