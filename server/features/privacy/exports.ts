import { sql } from 'kysely'

import { EXPORT_DAYS } from '#contract/privacy'
import type { Export } from '#contract/privacy'
import type { FileRule } from '#features/files'
import { transaction } from '#platform/database'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'

const DAY_MS = 24 * 3_600_000

/** Newest first. */
const shownExports = (db: Db, userId: string) =>
  db
    .selectFrom('exports')
    .leftJoin('files', (join) =>
      join.onRef('files.id', '=', 'exports.file_id').on('files.stored_at', 'is not', null),
    )
    .select([
      'exports.id',
      'exports.state',
      'exports.created_at',
      'exports.expires_at',
      'files.id as file_id',
      'files.size',
    ])
    .where('exports.user_id', '=', userId)
    .orderBy('exports.created_at', 'desc')
    .$narrowType<Pick<Export, 'state'>>()

const asReply = ({
  file_id,
  ...row
}: Omit<Export, 'url'> & { file_id: string | null }): Export => ({
  ...row,
  url: row.state === 'ready' && file_id ? `/api/files/${file_id}` : null,
})

export const listExports = async (db: Db, userId: string, now: Date): Promise<Export[]> => {
  const rows = await shownExports(db, userId)
    .where('exports.expires_at', '>', now.toISOString())
    .execute()
  return rows.map(asReply)
}

/** Asks for an export; while one is being made, returns that one. */
export const requestExport = ({ db, clock, jobs }: Parts, userId: string): Promise<Export> =>
  transaction(db, async (db) => {
    const now = clock()
    const created = await db
      .insertInto('exports')
      .values({
        user_id: userId,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + EXPORT_DAYS * DAY_MS).toISOString(),
      })
      .onConflict((conflict) =>
        // A literal: PostgreSQL finds the partial index by what the statement says, not by a parameter.
        conflict.column('user_id').where('state', '=', sql.lit('waiting')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (created) await jobs.enqueue(db, 'export', { exportId: created.id })
    const newest = await shownExports(db, userId).executeTakeFirstOrThrow()
    return asReply(newest)
  })

export const forgetExports = async ({ db, clock }: Parts): Promise<void> => {
  await db.deleteFrom('exports').where('expires_at', '<', clock().toISOString()).execute()
}

/** A child's export opens for the guardians who may take the data out, for as long as they may. */
export const exportFiles =
  ({ learners }: Pick<Parts, 'learners'>): FileRule =>
  async (db, caller, { id, ownerId }) => {
    if (!caller || caller.userId === ownerId) return false
    const made = await db
      .selectFrom('exports')
      .select('id')
      .where('file_id', '=', id)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return made !== undefined && (await learners.accessOf(caller, ownerId)).may('exportData')
  }
