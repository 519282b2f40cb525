import { randomUUID } from 'node:crypto'

import type { UploadedFile } from '#contract/files'
import { filePath } from '#contract/paths'
import { lockLearner } from '#features/learners'
import { type Db, transaction } from '#platform/database'
import { MAX_WAITING_FILES } from '#platform/decoding'
import type { Files } from '#platform/files'
import { conflict, type Once, type Parts, tooLarge, unavailable } from '#platform/http'

import type { UploadContent } from './examine.ts'
import {
  countUnfinished,
  deleteReservation,
  type FileRow,
  findOwnFile,
  hasRoom,
  insertReservation,
  markStored,
} from './queries.ts'

export type Storage = {
  db: Db
  files: Files
  clock: () => Date
  /** Room for each person's files, in bytes. */
  quota: number
}

export const storageOf = ({ db, files, clock, config }: Parts): Storage => ({
  db,
  files,
  clock,
  quota: config.FILE_QUOTA_MB * 2 ** 20,
})

/** Refuses when a learner has not the room for what was brought to them. `db` is a transaction. */
export const requireRoom = async (db: Db, { quota }: Storage, ownerId: string): Promise<void> =>
  refuseWithoutRoom(await hasRoom(db, ownerId, { id: randomUUID(), size: 0 }, quota))

const refuseWithoutRoom = (hasRoom: boolean): void => {
  if (hasRoom) return
  throw tooLarge(
    'The storage is full, so this file was not saved. Please ask an advisor or a grown-up for help.',
  )
}

/** Holds room for a file that is about to come. `db` is a transaction. */
const reserve = async (
  db: Db,
  ownerId: string,
  file: { id: string; name: string; size: number },
  quota: number,
): Promise<void> => {
  refuseWithoutRoom(await hasRoom(db, ownerId, file, quota))
  await insertReservation(db, ownerId, file)
}

/** As many as are decoded for one person. Each takes files in the scratch folder, however little of it has arrived. */
const MAX_UNFINISHED = MAX_WAITING_FILES

/** The same for a file of which nothing has arrived yet: only so many of a person's are on their way at once. `db` is a transaction. */
export const reserveIncoming = async (
  db: Db,
  ownerId: string,
  file: { id: string; name: string; size: number },
  quota: number,
): Promise<void> => {
  await reserve(db, ownerId, file, quota)
  if ((await countUnfinished(db, ownerId)) <= MAX_UNFINISHED) return
  throw conflict('Too many of your uploads are unfinished. Finish or cancel one of them first.')
}

/**
 * Holds room for a request's files before any of their bytes are written. `work` is given the id of the reservation, to put the files
 * themselves in its place.
 */
export const holdingRoom = async <T>(
  storage: Storage,
  ownerId: string,
  size: number,
  work: (holdId: string) => Promise<T>,
): Promise<T> => {
  const hold = { id: randomUUID(), name: '', size }
  await transaction(storage.db, (db) => reserveIncoming(db, ownerId, hold, storage.quota))
  try {
    return await work(hold.id)
  } finally {
    await deleteReservation(storage.db, hold.id)
  }
}

/** Holds room for files that came together, instead of what was held for the request, and names them. `db` is a transaction. */
export const reserveFiles = async (
  db: Db,
  { quota }: Storage,
  { ownerId, holdId }: { ownerId: string; holdId: string },
  contents: readonly UploadContent[],
): Promise<string[]> => {
  await lockLearner(db, ownerId)
  await deleteReservation(db, holdId)
  const files = contents.map(({ name, size }) => ({ id: randomUUID(), name, size }))
  for (const file of files) await reserve(db, ownerId, file, quota)
  return files.map(({ id }) => id)
}

/**
 * Stores an examined upload: first the row, then the bytes, then the row says so. Whatever breaks in between is either
 * finished by the sender's next try with the same key, or leaves a reservation for the sweep; never bytes without a row.
 * @param cause what arrived, so that one key means one content
 */
export const storeUpload = async (
  storage: Storage,
  held: { ownerId: string; holdId: string },
  content: UploadContent,
  once: Once,
  cause: string,
): Promise<UploadedFile> => {
  const { id } = await once(async (db) => {
    const [id] = await reserveFiles(db, storage, held, [content])
    return { id: id! }
  }, cause)
  return finishOrGiveUp(storage, held.ownerId, id, content)
}

/** Stores the bytes of a reserved file, or gives the room for it back. */
export const finishOrGiveUp = async (
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

/** Stores the bytes of a reserved file, once, however often it is asked to. */
export const finish = async (
  storage: Storage,
  ownerId: string,
  id: string,
  content: UploadContent,
): Promise<UploadedFile> => {
  const { db, files, quota } = storage
  const before = await transaction(db, async (db) => {
    await lockLearner(db, ownerId)
    const found = await findOwnFile(db, ownerId, id)
    if (!found?.stored_at) await reserve(db, ownerId, { ...content, id }, quota)
    return found
  })
  if (before?.stored_at) return shown(before)
  await put(files, id, content)
  const stored = await transaction(db, async (db) => {
    await lockLearner(db, ownerId)
    return markStored(db, id, content, storage.clock())
  })
  if (stored) return shown(stored)
  await files.remove(id)
  throw unavailable('The file could not be saved. Please try again.')
}

const put = async (files: Files, id: string, content: UploadContent) => {
  try {
    await files.put(id, content.open(), content.size)
  } catch (cause) {
    const error = unavailable('The file could not be saved just now. Please try again in a moment.')
    error.cause = cause
    throw error
  }
}

export const shown = (row: FileRow): UploadedFile => ({
  id: row.id,
  url: filePath(row.id),
  content_type: row.content_type ?? '',
  size: row.size,
  name: row.name,
  width: row.width,
  height: row.height,
  publishable: row.cleaned,
})
