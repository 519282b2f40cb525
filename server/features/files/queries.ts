import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'

import type { UploadedFile } from '#contract/files'
import { isInWork } from '#features/attempts'
import { lockedLearner, lockLearner } from '#features/learners'
import { CLEANER } from '#platform/cleaning'
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
  'in_message',
  'storage_key',
  'stored_at',
] as const

/** Purposes that belong in a person's exports, which are copies of them. */
const KEPT = ['upload', 'earlier_work']
/** Purposes that count towards a person's quota. */
const COUNTED = [...KEPT, 'hold']

/** Finds a file with its owner. */
export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('files')
    .select(SHOWN)
    .select(({ selectFrom }) =>
      jsonObjectFrom(
        selectFrom('accounts')
          .select(['first_name', 'last_name', 'date_of_birth', 'role', 'declared_adult'])
          .whereRef('accounts.id', '=', 'files.owner_id'),
      ).as('owner'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
export type OwnedFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

export const findOwnFile = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('files')
    .select(SHOWN)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('purpose', '<>', 'report')
    .executeTakeFirst()
export type FileRow = NonNullable<Awaited<ReturnType<typeof findOwnFile>>>

/** Counts a person's files: used bytes of the quota including reservations, files, and unfinished uploads. */
const countFiles = (db: Db, ownerId: string) =>
  db
    .selectFrom('files')
    .select(({ eb, fn, lit }) => [
      fn.coalesce(fn.sum<number>('size'), lit(0)).as('bytes'),
      fn.countAll<number>().as('files'),
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb('purpose', 'in', ['upload', 'hold']), eb('stored_at', 'is', null)]))
        .as('unfinished'),
    ])
    .where('owner_id', '=', ownerId)
    .where('purpose', 'in', COUNTED)
    .executeTakeFirstOrThrow()

/** Limits rows and list lengths, however small the files are. */
const MAX_FILES = 10_000

/**
 * Checks whether `size` bytes fit. `db` is a transaction with the owner's lock (`lockLearner`), so that concurrent uploads are
 * counted in turn.
 * @param quota in bytes
 * @returns also the number of the person's unfinished uploads
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

/**
 * A `hold` reserves space while a request's files arrive and are stored; an `upload` is one that can be resumed. They are separate
 * purposes, because the holds of a killed program are of no use to anybody.
 */
export type Reservation = { id: string; name: string; size: number; purpose?: 'upload' | 'hold' }

/** Returns false if the file is already stored or belongs to another owner. */
export const insertReservation = async (
  db: Db,
  ownerId: string,
  { id, name, size, purpose = 'upload' }: Reservation,
): Promise<boolean> => {
  const reserved = await db
    .insertInto('files')
    .values({ id, owner_id: ownerId, purpose, name, size, storage_key: id })
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
 * Completes a reservation, once. Returns undefined if it no longer exists or was completed before. Locks the owner's revision
 * before the row, in the usual order: concurrent requests with the same key wait instead of deadlocking.
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
      purpose: 'upload',
      name: content.name,
      size: content.size,
      content_type: content.contentType,
      sha256: content.sha256,
      width: content.width,
      height: content.height,
      cleaned: content.cleaned,
      cleaner: content.cleaned === null ? 0 : CLEANER,
      stored_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('stored_at', 'is', null)
    // PostgreSQL skips a CTE that is not referenced.
    .where(({ eb, fn, selectFrom }) =>
      eb(selectFrom('owner').select(fn.countAll().as('n')), '>=', 0),
    )
    .returning(SHOWN)
    .executeTakeFirst()

/** Returns true if a reservation was deleted, so that its bytes can be deleted as well. */
export const deleteReservation = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Marks a person's own files as used, which exempts them from the sweep while something names them (`named_files`), and returns their metadata. Unknown ids and other
 * owners' files are missing from the result.
 */
export const attachFiles = async (
  db: Db,
  ownerId: string,
  ids: string[],
): Promise<Map<string, Pick<UploadedFile, 'name' | 'content_type' | 'size'>>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .updateTable('files')
    .set(({ fn }) => ({
      attached_at: fn.coalesce('attached_at', fn<string>('now')),
      unused_since: null,
    }))
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'upload')
    .where('stored_at', 'is not', null)
    .where('in_message', '=', false)
    // A replaced avatar is deleted, so it cannot be attached.
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
 * Attaches a person's own uploads to a message, one that is refused included: its report quotes them, so no sweep may delete them.
 * Files used elsewhere are refused, and cannot be used elsewhere afterwards, so that they can be deleted with the message. The caller
 * refuses those of another message. Returns the number attached.
 */
export const attachToMessage = async (db: Db, ownerId: string, ids: string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set(({ fn }) => ({ attached_at: fn<string>('now'), in_message: true }))
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'upload')
    .where('stored_at', 'is not', null)
    // One with such a mark but without a message belongs to one that was refused: it can be sent with other words.
    .where(({ eb, or }) => or([eb('attached_at', 'is', null), eb('in_message', '=', true)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes files from their owner; the next sweep deletes them. */
export const dropFiles = (db: Db, ownerId: string, ids: string[]) =>
  db
    .updateTable('files')
    .set({ owner_id: null })
    .where('owner_id', '=', ownerId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()

/** Removes files of messages from their owners; the next sweep deletes them. */
export const dropMessageFiles = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('files')
    .set({ owner_id: null })
    .where('in_message', '=', true)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()

/**
 * Leaves files of deleted messages to the reports that quote them. They are gone for their owner, who would learn from them that there
 * is a report.
 */
export const leaveToReports = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('files')
    .set({ purpose: 'report' })
    .where('in_message', '=', true)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()

/** Transfers files to another person, with whom they are exported and erased. */
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
 * Turns a person's own unused uploads into a learner's earlier work. They cannot be used elsewhere afterwards, so that they can
 * be deleted with it. Ids that do not qualify are missing from the result.
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

/** A person's uploads, oldest first. */
export const listUploads = (db: Db, ownerId: string) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'size', 'content_type', 'sha256', 'storage_key', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('purpose', 'in', KEPT)
    .where('stored_at', 'is not', null)
    .orderBy('created_at')
    .execute()

/** Reserves a row for a generated file; the sweep deletes row and bytes after a week. */
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

/** Ids of people who own files, in batches. */
export const listOwners = async (
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('files')
    .select('owner_id')
    .distinct()
    .where('owner_id', 'is not', null)
    .$if(after !== undefined, (query) => query.where('owner_id', '>', after!))
    .orderBy('owner_id')
    .limit(limit)
    .$narrowType<{ owner_id: string }>()
    .execute()
  return rows.map(({ owner_id }) => owner_id)
}

/** Ids of a person's files that were attached to messages, sent or refused. */
export const listMessageFiles = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('in_message', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Marks these people's uploads that were used and that nothing names any more; removes the owners of those marked before `unused`, so
 * that the next sweep deletes them.
 */
export const dropTakenOut = (
  db: Db,
  owners: readonly string[],
  { now, unused }: { now: string; unused: string },
) =>
  db
    // Each owner's drafts are read once, not once for each file. PostgreSQL expects few distinct values, and joins by a hash.
    .with(
      (cte) => cte('named').materialized(),
      (query) =>
        query
          .selectFrom('named_files')
          .select('file_id')
          .distinct()
          .where(({ eb, fn, val }) => eb('owner_id', '=', fn.any(val([...owners])))),
    )
    .updateTable('files')
    .set(({ eb, fn, ref, val }) => ({
      owner_id: eb.case().when('unused_since', '<', unused).then(null).else(ref('owner_id')).end(),
      unused_since: fn.coalesce('unused_since', val(now)),
    }))
    .where(({ eb, fn, val }) => eb('owner_id', '=', fn.any(val([...owners]))))
    .where('purpose', '=', 'upload')
    .where('attached_at', 'is not', null)
    .where('in_message', '=', false)
    .where(({ eb, or }) => or([eb('unused_since', 'is', null), eb('unused_since', '<', unused)]))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('named')
            .select('file_id')
            .where('file_id', '=', sql<string>`files.id::text`),
        ),
      ),
    )
    .where(sql<boolean>`not ${isInWork(sql`files.id`)}`)
    .execute()

/**
 * Removes the owners of files that are not needed, and returns these files: unused since `unused`, unfinished since `unfinished`,
 * held since `held`, or without an owner. They cannot be used any more.
 */
export const detachUnusedFiles = (
  db: Db,
  since: { unused: string; unfinished: string; held: string },
) =>
  db
    .updateTable('files')
    .set({ owner_id: null })
    .where((where) =>
      where.or([
        where('owner_id', 'is', null),
        where.and([where('attached_at', 'is', null), where('created_at', '<', since.unused)]),
        where.and([where('stored_at', 'is', null), where('created_at', '<', since.unfinished)]),
        where.and([
          where('purpose', '=', 'hold'),
          where('stored_at', 'is', null),
          where('created_at', '<', since.held),
        ]),
      ]),
    )
    .returning(['id', 'storage_key'])
    .execute()

export const deleteFileRow = (db: Db, id: string) =>
  db.deleteFrom('files').where('id', '=', id).execute()

/** Uploads not yet sanitized, interleaved by owner, oldest first, so that nobody waits behind all of another person's files. */
export const listUnsanitized = (db: Db, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'owner_id'])
    .where('cleaned', 'is', null)
    .where('stored_at', 'is not', null)
    .where('owner_id', 'is not', null)
    .$narrowType<{ owner_id: string }>()
    .where('purpose', '<>', 'export')
    .orderBy(({ fn }) =>
      fn.agg('row_number').over((over) => over.partitionBy('owner_id').orderBy('created_at')),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Documents, sounds and films that were sanitized by an older cleaner. */
export const listOutdated = (db: Db, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'owner_id'])
    .where('cleaner', '<', CLEANER)
    .where('cleaned', 'is not', null)
    .where('stored_at', 'is not', null)
    .where('owner_id', 'is not', null)
    .$narrowType<{ owner_id: string }>()
    .where('purpose', '<>', 'export')
    .where('content_type', '!~', '^(image|text)/')
    .orderBy('cleaner')
    .limit(limit)
    .execute()

/** Records the outcome of sanitizing; undefined if the file is deleted or was replaced. */
export const markCleaned = (
  db: Db,
  file: CleanedFile,
  change: { cleaned: boolean } & Partial<Pick<FileRow, 'storage_key' | 'size' | 'sha256'>>,
) =>
  transaction(db, async (db) => {
    await lockLearner(db, file.owner_id)
    return db
      .updateTable('files')
      .set({ ...change, cleaner: CLEANER })
      .where('id', '=', file.id)
      .where('storage_key', '=', file.storage_key)
      .returning('id')
      .executeTakeFirst()
  })

type CleanedFile = { id: string; storage_key: string; owner_id: string }
type Copy = { id: string; storage_key: string }

/**
 * Reserves a storage key for bytes that no other row names (decisions/0109): the sweep finds them after a crash, and if the storage
 * does not delete them. Counts towards no quota, and is shown nowhere.
 */
const reserveCopy = (db: Db, ownerId: string | null, storageKey: string): Promise<Copy> =>
  db
    .insertInto('files')
    .values({ owner_id: ownerId, purpose: 'copy', name: '', size: 0, storage_key: storageKey })
    .returning(['id', 'storage_key'])
    .executeTakeFirstOrThrow()

/** Reserves a storage key for the sanitized copy of a file, its own for each run. */
export const reserveCleaned = (db: Db, file: CleanedFile): Promise<Copy> =>
  reserveCopy(db, file.owner_id, `${file.id}-clean-${CLEANER}-${randomUUID().slice(0, 8)}`)

/**
 * Replaces a file by its sanitized copy, unless it is deleted or was replaced. `db` is a transaction. Returns what nobody needs now:
 * the original, or the copy.
 */
export const replaceByCleaned = async (
  db: Db,
  file: CleanedFile,
  copy: Copy,
  { size, sha256 }: Pick<UploadContent, 'size' | 'sha256'>,
): Promise<Copy> => {
  await lockLearner(db, file.owner_id)
  if (!(await deleteReservation(db, copy.id))) return copy
  const { storage_key } = copy
  const marked = await markCleaned(db, file, { cleaned: true, storage_key, size, sha256 })
  return reserveCopy(db, null, marked ? file.storage_key : storage_key)
}
