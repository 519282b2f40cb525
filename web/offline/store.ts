import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import { OFFLINE_DATABASE, session } from '#web/session'

type Owned = { owner: string }

/** A file that has not reached the server. Its bytes, because Safari loses the Blobs that it is given to keep. */
export type SavedFile = {
  /** Also the idempotency key of its upload. */
  key: string
  taskId: string
  name: string
  type: string
  bytes: ArrayBuffer
  heldAt: string
}

interface Kept extends DBSchema {
  replies: {
    key: string
    value: Owned & { key: string; reply: unknown; at: string }
    indexes: { at: string }
  }
  files: { key: string; value: Owned & SavedFile; indexes: { taskId: string } }
}

let opening: Promise<IDBPDatabase<Kept>> | undefined

/**
 * What this device keeps for its person besides the session: deleted with it, and read by nobody but the one who is named in
 * each row.
 */
export const openStore = (): Promise<IDBPDatabase<Kept>> => {
  const forget = () => {
    opening = undefined
  }
  opening ??= openDB<Kept>(OFFLINE_DATABASE, 1, {
    upgrade: (db) => {
      db.createObjectStore('replies', { keyPath: 'key' }).createIndex('at', 'at')
      db.createObjectStore('files', { keyPath: 'key' }).createIndex('taskId', 'taskId')
    },
    // The session ends, here or in another tab: the database goes, and does not wait for this page.
    blocking: (_current, _next, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  })
  opening.catch(forget)
  return opening
}

/** Whose rows these are; undefined when the page is nobody's, or no longer its person's. */
export const currentOwner = (): string | undefined =>
  session.isOurs() ? session.cachedUser()?.id : undefined
