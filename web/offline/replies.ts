import { openStore, currentOwner } from './store.ts'

const MAX_REPLIES = 100

const keyOf = (owner: string, key: string) => `${owner} ${key}`

/** Saves a reply for offline use. Does nothing without storage. */
export const saveReply = async (key: string, reply: unknown): Promise<void> => {
  const owner = currentOwner()
  if (!owner) return
  const opened = await openStore()
  // After sign-out, nothing of the person is saved any more.
  if (currentOwner() !== owner) return
  const { store } = opened.transaction('replies', 'readwrite')
  await store.put({ owner, key: keyOf(owner, key), reply, at: new Date().toISOString() })
  if ((await store.count()) > MAX_REPLIES) await (await store.index('at').openCursor())?.delete()
}

/** Last saved reply; undefined if this user has none on this device. */
export const cachedReply = async (key: string): Promise<unknown> => {
  const owner = currentOwner()
  if (!owner) return undefined
  const found = await (await openStore()).get('replies', keyOf(owner, key))
  return found?.owner === owner ? found.reply : undefined
}

/** Deletes a reply that may no longer be read. */
export const deleteReply = async (key: string): Promise<void> => {
  const owner = currentOwner()
  if (owner) await (await openStore()).delete('replies', keyOf(owner, key))
}
