import { randomUUID } from 'node:crypto'

import type { UploadedFile } from '#contract/files'
import { filePath } from '#contract/paths'
import { lockLearner } from '#features/learners'
import { type Db, transaction } from '#platform/database'
import { MAX_WAITING_FILES } from '#platform/decoding'
import type { Files } from '#platform/files'
import {
  conflict,
  type DomainError,
  type RunOnce,
  type Parts,
  tooLarge,
  unavailable,
} from '#platform/http'

import type { UploadContent } from './examine.ts'
import {
  deleteReservation,
  type FileRow,
  findFile,
  findOwnFile,
  hasSpace,
  insertReservation,
  markStored,
  type Reservation,
} from './queries.ts'

export type Storage = {
  db: Db
  files: Files
  clock: () => Date
  /** Quota per person, in bytes. */
  quota: number
}

export const storageOf = ({ db, files, clock, config }: Parts): Storage => ({
  db,
  files,
  clock,
  quota: config.FILE_QUOTA_MB * 2 ** 20,
})

/** Refuses if a learner's quota is exceeded. `db` is a transaction. */
export const requireSpace = async (db: Db, { quota }: Storage, ownerId: string): Promise<void> => {
  await lockLearner(db, ownerId)
  await checkRoom(db, ownerId, 0, quota)
}

/** @returns the number of the person's unfinished uploads */
const checkRoom = async (db: Db, ownerId: string, size: number, quota: number): Promise<number> => {
  const { fits, unfinished } = await hasSpace(db, ownerId, size, quota)
  if (fits) return unfinished
  throw tooLarge(
    'The storage is full, so this file was not saved. Please ask an advisor or a grown-up for help.',
  )
}

/** As many as can wait for decoding per person. Each occupies files in the scratch folder, however few bytes have arrived. */
const MAX_UNFINISHED = MAX_WAITING_FILES

/** Reserves quota for an upload before it arrives; limits a person's concurrent uploads. `db` is a transaction. */
export const reserveUpload = async (
  db: Db,
  ownerId: string,
  file: Reservation,
  quota: number,
): Promise<void> => {
  await lockLearner(db, ownerId)
  if ((await checkRoom(db, ownerId, file.size, quota)) >= MAX_UNFINISHED)
    throw conflict('Too many of your uploads are unfinished. Finish or cancel one of them first.')
  await insertReservation(db, ownerId, file)
}

/**
 * Reserves quota for a request's files before their bytes are written. `work` receives the id of the reservation, to replace it
 * by the files.
 */
export const withReservedSpace = async <T>(
  storage: Storage,
  ownerId: string,
  size: number,
  work: (holdId: string) => Promise<T>,
): Promise<T> => {
  const hold = { id: randomUUID(), name: '', size, purpose: 'hold' } as const
  await transaction(storage.db, (db) => reserveUpload(db, ownerId, hold, storage.quota))
  try {
    return await work(hold.id)
  } finally {
    await deleteReservation(storage.db, hold.id)
  }
}

/** Replaces a request's reservation by reservations for its files, and returns their ids. `db` is a transaction. */
export const reserveFiles = async (
  db: Db,
  { quota }: Storage,
  { ownerId, holdId }: { ownerId: string; holdId: string },
  contents: readonly UploadContent[],
): Promise<string[]> => {
  await lockLearner(db, ownerId)
  await deleteReservation(db, holdId)
  const ids: string[] = []
  for (const { name, size } of contents) {
    const id = randomUUID()
    await checkRoom(db, ownerId, size, quota)
    await insertReservation(db, ownerId, { id, name, size, purpose: 'hold' })
    ids.push(id)
  }
  return ids
}

/**
 * Stores an examined upload: first the row, then the bytes, then the row's completion. After a failure, a retry with the same key
 * completes it, or the sweep deletes the reservation; bytes never exist without a row.
 * @param cause the received content, so that a key stands for one content
 */
export const storeUpload = async (
  storage: Storage,
  held: { ownerId: string; holdId: string },
  content: UploadContent,
  once: RunOnce,
  cause: string,
): Promise<UploadedFile> => {
  const { ownerId } = held
  const { id } = await once(
    async (db) => {
      const [id] = await reserveFiles(db, storage, held, [content])
      return { id: id! }
    },
    cause,
    // A retry must not tell whether a report keeps the file of a message that its author has deleted.
    async (db, { id }) => (await findOwnFile(db, ownerId, id)) !== undefined,
  )
  return finishOrRelease(storage, ownerId, id, content)
}

/** Stores the bytes of a reserved file, or releases its reservation. */
export const finishOrRelease = async (
  storage: Storage,
  ownerId: string,
  id: string,
  content: UploadContent,
): Promise<UploadedFile> => {
  try {
    return await finish(storage, ownerId, id, content)
  } catch (error) {
    if (await deleteReservation(storage.db, id).catch(() => false)) {
      await storage.files.remove(id).catch(() => {})
    }
    throw error
  }
}

/** Stores the bytes of a reserved file; idempotent. */
export const finish = async (
  storage: Storage,
  ownerId: string,
  id: string,
  content: UploadContent,
): Promise<UploadedFile> => {
  const { db, files } = storage
  const found = await findOwnFile(db, ownerId, id)
  const hasRoom = found && (found.stored_at !== null || found.size >= content.size)
  const reserved = hasRoom ? found : await reserveAgain(storage, ownerId, id, content)
  if (reserved?.stored_at) return toReply(reserved)
  await put(files, id, content)
  const stored = await markStored(db, { id, ownerId }, content, storage.clock())
  if (stored) return toReply(stored)
  // Another request has stored the same upload meanwhile.
  const earlier = await findOwnFile(db, ownerId, id)
  if (earlier?.stored_at) return toReply(earlier)
  // Deletes bytes without a row, except those of a file that was transferred as well.
  if (!(await findFile(db, id))?.stored_at) await files.remove(id)
  throw unavailable('The file could not be saved. Please try again.')
}

/**
 * Reserves more quota for a sanitized file that grew, or a new reservation if the sweep has deleted it. Returns the file if it is
 * already stored.
 */
const reserveAgain = (storage: Storage, ownerId: string, id: string, content: UploadContent) =>
  transaction(storage.db, async (db) => {
    await lockLearner(db, ownerId)
    const found = await findOwnFile(db, ownerId, id)
    if (found?.stored_at) return found
    await checkRoom(db, ownerId, content.size - (found?.size ?? 0), storage.quota)
    const { name, size } = content
    const reservation = { id, name, size, purpose: 'hold' } as const
    if (!(await insertReservation(db, ownerId, reservation))) {
      throw conflict('This file was uploaded before and now belongs to someone else.')
    }
    return found
  })

export const storageFailed = (message: string, cause: unknown): DomainError => {
  const error = unavailable(`${message} Please try again in a moment.`)
  error.cause = cause
  return error
}

const put = async (files: Files, id: string, content: UploadContent) => {
  try {
    await files.put(id, content.open(), content.size)
  } catch (cause) {
    throw storageFailed('The file could not be saved right now.', cause)
  }
}

export const toReply = (row: FileRow): UploadedFile => ({
  id: row.id,
  url: filePath(row.id),
  content_type: row.content_type ?? '',
  size: row.size,
  name: row.name,
  width: row.width,
  height: row.height,
  publishable: row.cleaned,
})
