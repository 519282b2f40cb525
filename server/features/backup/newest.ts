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

/**
 * Records a backup, so that admins see when none was made. The site does not know where it is stored or whether it still exists.
 */
export const recordBackup = async (db: Db, newest: NewestBackup): Promise<void> => {
  await storeSetting(db, SETTING, newest)
}

/** Returns null if no backup was ever made. */
export const findNewestBackup = async (db: Db): Promise<NewestBackup | null> => {
  const stored = await findSetting(db, SETTING)
  return stored === undefined ? null : z.parse(Newest, stored)
}
