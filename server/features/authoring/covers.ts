import { sql } from 'kysely'

import { attachFiles, type FileRule } from '#features/files'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'
import { isStaff } from '#rules/membership'

import { mayPublishNow } from './queries.ts'

/** In pixels: twice the width on a quest's page. */
export const COVER = { width: 1280, height: 720 }

/**
 * The cover of a quest, or of an earlier version, is readable by everyone signed in, like the quest itself; the cover of a
 * proposal by those who may approve it.
 */
export const coverFiles: FileRule = async (db, caller, { id, ownerId }) => {
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
  // A guardian may have withdrawn the consent to publish since.
  return Boolean(isCover) && (await mayPublishNow(db, ownerId))
}

/**
 * Attaches a chosen cover, so that cleanup does not delete it. `db` is a transaction.
 * @param before the quest's current cover, which any other editor may leave in place
 * @throws invalid unless it is one of the caller's images
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
