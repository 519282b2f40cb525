import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import { OFFLINE_DATABASE, session } from '#web/session'

type Owned = { owner: string }

/** A file not yet uploaded. Stored as bytes, because Safari loses stored Blobs. */
export type SavedFile = {
  /** Also the idempotency key of its upload. */
  key: string
  taskId: string
  name: string
  type: string
  bytes: ArrayBuffer
  heldAt: string
  /** A recording or drawing that its person has not added to the draft. */
  isUnfinished?: boolean
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

/** IndexedDB of this device's user: deleted with the session, and each row is readable only by its owner. */
export const openStore = (): Promise<IDBPDatabase<Kept>> => {
  const forget = () => {
    opening = undefined
  }
  opening ??= openDB<Kept>(OFFLINE_DATABASE, 1, {
    upgrade: (db) => {
      db.createObjectStore('replies', { keyPath: 'key' }).createIndex('at', 'at')
      db.createObjectStore('files', { keyPath: 'key' }).createIndex('taskId', 'taskId')
    },
    // The session has ended, possibly in another tab: closes, so that the database can be deleted.
    blocking: (_current, _next, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  })
  opening.catch(forget)
  return opening
}

/** Current owner of rows; undefined if the page has no owner, or the session is another person's. */
export const currentOwner = (): string | undefined =>
  session.isOurs() ? session.cachedUser()?.id : undefined
