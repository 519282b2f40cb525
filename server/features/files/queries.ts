import type { UploadedFile } from '#contract/files'
import { lockedLearner, lockLearner } from '#features/learners'
import { type Db, transaction } from '#platform/database'

import type { UploadContent } from './examine.ts'

const SHOWN = [
  'id',
  'owner_id',
  'purpose',
  'name',
  'size',
  'content_type',
  'sha256',
  'width',
  'height',
  'cleaned',
  'storage_key',
  'stored_at',
] as const

/** What takes a person's room, and is theirs to take along. Exports are copies of it. */
const KEPT = ['upload', 'earlier_work']

export const findFile = (db: Db, id: string) =>
  db.selectFrom('files').select(SHOWN).where('id', '=', id).executeTakeFirst()
export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>

export const findOwnFile = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('files')
    .select(SHOWN)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** A person's files: bytes of the quota in use, reservations included, how many they are, and how many uploads have not ended. */
const countFiles = (db: Db, ownerId: string) =>
  db
    .selectFrom('files')
    .select(({ eb, fn, lit }) => [
      fn.coalesce(fn.sum<number>('size'), lit(0)).as('bytes'),
      fn.countAll<number>().as('files'),
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb('purpose', '=', 'upload'), eb('stored_at', 'is', null)]))
        .as('unfinished'),
    ])
    .where('owner_id', '=', ownerId)
    .where('purpose', 'in', KEPT)
    .executeTakeFirstOrThrow()

/** However small they are: each costs a row, and an entry in whatever lists them. */
const MAX_FILES = 10_000

/**
 * Checks whether `size` bytes fit. `db` is a transaction that holds the owner's lock (`lockLearner`), so that a person's uploads are
 * counted one after the other.
 * @param quota bytes
 * @returns also how many of the person's uploads have begun and not ended
 */
export const hasSpace = async (
  db: Db,
  ownerId: string,
  size: number,
  quota: number,
): Promise<{ fits: boolean; unfinished: number }> => {
  const { bytes, files, unfinished } = await countFiles(db, ownerId)
  return { fits: bytes + size <= quota && files < MAX_FILES, unfinished }
}

/** Returns whether the reservation is there: not where the file is stored by now, or was given to somebody else. */
export const insertReservation = async (
  db: Db,
  ownerId: string,
  { id, name, size }: { id: string; name: string; size: number },
): Promise<boolean> => {
  const reserved = await db
    .insertInto('files')
    .values({ id, owner_id: ownerId, name, size, storage_key: id })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ size })
        .where('files.owner_id', '=', ownerId)
        .where('files.stored_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return reserved !== undefined
}

/**
 * Turns a reservation into a file, once. Undefined when the reservation is gone. The owner's revision is locked before the row,
 * as everywhere: requests with one key wait for each other there, and do not deadlock.
 */
export const markStored = (
  db: Db,
  { id, ownerId }: { id: string; ownerId: string },
  content: UploadContent,
  now: Date,
) =>
  db
    .with('owner', (query) => lockedLearner(query, ownerId))
    .updateTable('files')
    .set({
      name: content.name,
      size: content.size,
      content_type: content.contentType,
      sha256: content.sha256,
      width: content.width,
      height: content.height,
      cleaned: content.cleaned,
      stored_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    // A part that nothing reads is not run.
    .where(({ eb, fn, selectFrom }) =>
      eb(selectFrom('owner').select(fn.countAll().as('n')), '>=', 0),
    )
    .returning(SHOWN)
    .executeTakeFirst()

/** True when there was one, so that its bytes may go as well. */
export const deleteReservation = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Marks a person's own files as used, so that they are not swept, and says what they are. Ids of files that are not
 * there, or not theirs, are missing from the result.
 */
export const attachFiles = async (
  db: Db,
  ownerId: string,
  ids: string[],
): Promise<Map<string, Pick<UploadedFile, 'name' | 'content_type' | 'size'>>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .updateTable('files')
    .set(({ fn }) => ({ attached_at: fn.coalesce('attached_at', fn<string>('now')) }))
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'upload')
    .where('stored_at', 'is not', null)
    .where('in_message', '=', false)
    // The picture of a profile goes when it is replaced.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts')
            .select('accounts.id')
            .whereRef('accounts.id', '=', 'files.owner_id')
            .whereRef('accounts.avatar_file_id', '=', 'files.id'),
        ),
      ),
    )
    .returning(['id', 'name', 'content_type', 'size'])
    .execute()
  return new Map(
    rows.map(({ id, name, content_type, size }) => [
      id,
      { name, content_type: content_type ?? '', size },
    ]),
  )
}

/**
 * Marks a person's own uploads as those of a message. What is used anywhere else is refused, and from now on is used nowhere else:
 * so that deleting the message can delete them. Returns how many there were.
 */
export const attachToMessage = async (db: Db, ownerId: string, ids: string[]): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set(({ fn }) => ({ attached_at: fn<string>('now'), in_message: true }))
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'upload')
    .where('stored_at', 'is not', null)
    .where('attached_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Takes files away from their owner at once; the next sweep removes them. */
export const dropFiles = (db: Db, ownerId: string, ids: string[]) =>
  db
    .updateTable('files')
    .set({ owner_id: null })
    .where('owner_id', '=', ownerId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()

/** Makes a person's files another's, with whom they are exported and erased from now on. */
export const transferFiles = async (
  db: Db,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await db
    .updateTable('files')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('id', 'in', ids)
    .execute()
}

/**
 * Makes a person's own uploads, of which none is used yet, a learner's from another site: they are used for nothing else from
 * now on, so that removing what was brought can remove them. Ids that cannot be are missing from the result.
 */
export const claimAsEarlierWork = async (
  db: Db,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
) => {
  if (ids.length === 0) return []
  return db
    .updateTable('files')
    .set(({ fn }) => ({ owner_id: to, purpose: 'earlier_work', attached_at: fn<string>('now') }))
    .where('id', 'in', ids)
    .where('owner_id', '=', from)
    .where('purpose', '=', 'upload')
    .where('stored_at', 'is not', null)
    .where('attached_at', 'is', null)
    .returning(['id', 'size'])
    .execute()
}

/** What a person has uploaded, oldest first. */
export const listUploads = (db: Db, ownerId: string) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'size', 'content_type', 'sha256', 'storage_key', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('purpose', 'in', KEPT)
    .where('stored_at', 'is not', null)
    .orderBy('created_at')
    .execute()

/** Holds a row for a file that the program makes for a person; the sweep takes it, and its bytes, after a week. */
export const reserveExport = (
  db: Db,
  file: { id: string; ownerId: string; name: string },
  now: Date,
) =>
  db
    .insertInto('files')
    .values({
      id: file.id,
      owner_id: file.ownerId,
      purpose: 'export',
      name: file.name,
      size: 0,
      storage_key: file.id,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const finishExport = (
  db: Db,
  file: { id: string; size: number; sha256: string },
  now: Date,
) =>
  db
    .updateTable('files')
    .set({
      size: file.size,
      sha256: file.sha256,
      content_type: 'application/zip',
      stored_at: now.toISOString(),
    })
    .where('id', '=', file.id)
    .execute()

/**
 * Takes files that nobody needs away from their owners, and lists them: never used since `unusedBefore`, never finished
 * since `unfinishedBefore`, or without an owner from the start. Nothing can begin to use them afterwards.
 */
export const detachUnusedFiles = (db: Db, unusedBefore: string, unfinishedBefore: string) =>
  db
    .updateTable('files')
    .set({ owner_id: null })
    .where((where) =>
      where.or([
        where('owner_id', 'is', null),
        where.and([where('attached_at', 'is', null), where('created_at', '<', unusedBefore)]),
        where.and([where('stored_at', 'is', null), where('created_at', '<', unfinishedBefore)]),
      ]),
    )
    .returning(['id', 'storage_key'])
    .execute()

export const deleteFileRow = (db: Db, id: string) =>
  db.deleteFrom('files').where('id', '=', id).execute()

/**
 * Uploads in which something may be hidden, because nobody had looked yet when they came: of each person the oldest first, so that
 * nobody waits behind all of another's.
 */
export const listUncleaned = (db: Db, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'owner_id'])
    .where('cleaned', 'is', null)
    .where('stored_at', 'is not', null)
    .where('purpose', '<>', 'export')
    .orderBy(({ fn }) =>
      fn.agg('row_number').over((over) => over.partitionBy('owner_id').orderBy('created_at')),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** What became of trying to clean a file; undefined when it is gone or has other bytes by now. */
export const markCleaned = (
  db: Db,
  file: { id: string; storage_key: string; owner_id: string | null },
  change: { cleaned: boolean } & Partial<Pick<FileRow, 'storage_key' | 'size' | 'sha256'>>,
) =>
  transaction(db, async (db) => {
    if (file.owner_id) await lockLearner(db, file.owner_id)
    return db
      .updateTable('files')
      .set(change)
      .where('id', '=', file.id)
      .where('storage_key', '=', file.storage_key)
      .returning('id')
      .executeTakeFirst()
  })
