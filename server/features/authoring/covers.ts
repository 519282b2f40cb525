import { sql } from 'kysely'

import { attachFiles, type FileRule } from '#features/files'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { isStaff } from '#rules/membership'

/** Pixels: as wide as a quest's page shows it, twice over. */
export const COVER = { width: 1280, height: 720 }

/**
 * The cover of a quest, or of an earlier version of it, is open to all who are signed in, like the quest itself; that of a
 * proposed one to those who may approve it.
 */
export const coverFiles: FileRule = async (db, caller, { id }) => {
  if (caller?.status !== 'active') return false
  const { isCover } = await db
    .selectNoFrom(({ exists, or, selectFrom, val }) => {
      const cover = sql<string>`content ->> 'cover_file_id'`
      return or([
        exists(selectFrom('quests').select('id').where('cover_file_id', '=', id)),
        exists(selectFrom('quest_versions').select('quest_id').where(cover, '=', id)),
        exists(
          selectFrom('quest_drafts')
            .select('quest_id')
            .where(cover, '=', id)
            .where('state', '=', 'proposed')
            .where(val(isStaff(caller.role)), '=', true),
        ),
      ]).as('isCover')
    })
    .executeTakeFirstOrThrow()
  return Boolean(isCover)
}

/**
 * Keeps a chosen cover from being swept. `db` is a transaction.
 * @param before the quest's own, which whoever else writes at it may leave as it is
 * @throws invalid for what is no picture of the caller's
 */
export const storeCover = async (
  db: Db,
  callerId: string,
  chosen: string | null,
  before: string | null,
): Promise<void> => {
  if (chosen === null || chosen === before) return
  const file = (await attachFiles(db, callerId, [chosen])).get(chosen)
  if (!file?.content_type.startsWith('image/')) {
    const message = 'Please choose the picture again.'
    throw invalid(message, { cover_file_id: message })
  }
}
