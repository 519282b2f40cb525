import { sql } from 'kysely'

import type { AccountStatus } from '#contract/endpoint'
import { filePath } from '#contract/paths'
import { type Export, EXPORT_DAYS } from '#contract/privacy'
import { dropFiles, type FileRule } from '#features/files'
import { type Db, transaction } from '#platform/database'
import { conflict, type Parts } from '#platform/http'
import type { GuardianScope } from '#rules/access'

const DAY_MS = 24 * 3_600_000

/** Statuses in which people can download their exports: the owner of a closing account may still do so. */
const MAKERS: ReadonlySet<AccountStatus> = new Set(['active', 'closing'])

/** Newest first. @param learnerId the other person whom they are about */
const exportsBy = (db: Db, makerId: string, learnerId: string | null) =>
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
    .where('exports.user_id', '=', makerId)
    .where('exports.learner_id', 'is not distinct from', learnerId)
    .orderBy('exports.created_at', 'desc')
    .$narrowType<Pick<Export, 'state'>>()

const toReply = ({
  file_id,
  ...row
}: Omit<Export, 'url'> & { file_id: string | null }): Export => ({
  ...row,
  url: row.state === 'ready' && file_id ? filePath(file_id) : null,
})

export const listExports = async (
  db: Db,
  { makerId, learnerId = null }: { makerId: string; learnerId?: string | null },
  now: Date,
): Promise<Export[]> => {
  const rows = await exportsBy(db, makerId, learnerId)
    .where('exports.expires_at', '>', now.toISOString())
    .execute()
  return rows.map(toReply)
}

/**
 * Requests an export; returns the pending one if it exists.
 * @throws conflict while the same person's export about someone else is pending
 */
export const requestExport = (
  { db, clock, jobs }: Parts,
  makerId: string,
  child?: { id: string; scopes: ReadonlySet<GuardianScope> },
): Promise<Export> =>
  transaction(db, async (db) => {
    const now = clock()
    const created = await db
      .insertInto('exports')
      .values({
        user_id: makerId,
        learner_id: child?.id ?? null,
        scopes: child ? [...child.scopes] : null,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + EXPORT_DAYS * DAY_MS).toISOString(),
      })
      .onConflict((conflict) =>
        // A literal: PostgreSQL matches a partial index by the statement's text, not by a parameter.
        conflict.column('user_id').where('state', '=', sql.lit('waiting')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (created) await jobs.enqueue(db, 'export', { exportId: created.id })
    const newest = await exportsBy(db, makerId, child?.id ?? null)
      .$if(created === undefined, (query) => query.where('exports.state', '=', 'waiting'))
      .executeTakeFirst()
    if (!newest)
      throw conflict('Another export is already in progress. Please wait for it to finish.')
    return toReply(newest)
  })

/**
 * Deletes the maker's earlier exports about the same person, so that only one takes up space, however often it is requested. `db` is
 * a transaction.
 */
export const replaceEarlierExports = async (
  db: Db,
  { exportId, makerId }: { exportId: string; makerId: string },
): Promise<void> => {
  const earlier = await db
    .deleteFrom('exports')
    .where('user_id', '=', makerId)
    .where('id', '<>', exportId)
    .where('state', '=', 'ready')
    .where('learner_id', 'is not distinct from', ({ selectFrom }) =>
      selectFrom('exports as newest').select('learner_id').where('newest.id', '=', exportId),
    )
    .returning('file_id')
    .execute()
  const files = earlier.flatMap(({ file_id }) => file_id ?? [])
  if (files.length > 0) await dropFiles(db, makerId, files)
}

/**
 * Files of others' exports about a person, with their owners, whose rows are deleted with that person. Locks them: one that is being
 * finished is listed.
 */
export const listCopiesOf = (db: Db, learnerId: string) =>
  db
    .selectFrom('exports')
    .select(['id', 'user_id'])
    .where('learner_id', '=', learnerId)
    .forUpdate()
    .execute()

/** Ends all exports that people made of their own data; the next sweep deletes them. */
export const endOwnExports = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('exports')
    .set({ expires_at: now.toISOString() })
    .where('user_id', '=', id)
    .where('learner_id', 'is', null)
    .execute()
}

export const deleteOldExports = async ({ db, clock }: Parts): Promise<void> => {
  await db.deleteFrom('exports').where('expires_at', '<', clock().toISOString()).execute()
}

/**
 * Grants access to an export to the person who requested it only, and not in a session by card; for a child's export, while that
 * guardian's scopes cover its content.
 */
export const exportFiles =
  ({ clock, learners }: Pick<Parts, 'clock' | 'learners'>): FileRule =>
  async (db, caller, { id, ownerId }) => {
    if (caller?.userId !== ownerId || !MAKERS.has(caller.status) || caller.byCard) return false
    const made = await db
      .selectFrom('exports')
      .select(['learner_id', 'scopes'])
      .where('file_id', '=', id)
      .where('user_id', '=', caller.userId)
      .where('expires_at', '>', clock().toISOString())
      .$narrowType<{ scopes: GuardianScope[] | null }>()
      .executeTakeFirst()
    if (!made?.learner_id) return made !== undefined
    const access = await learners.accessOf(caller, made.learner_id)
    return (
      access.may('exportData') && (made.scopes ?? []).every((scope) => access.scopes.has(scope))
    )
  }
