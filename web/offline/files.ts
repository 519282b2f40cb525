import { type SavedFile, openStore, currentOwner } from './store.ts'

/**
 * Saves a file until the server has it, so that it survives closing the page. Throws if storage is full or unavailable.
 * @param key also the idempotency key of the upload
 */
export const saveFile = async (file: File, { key, taskId }: { key: string; taskId: string }) => {
  const owner = currentOwner()
  if (!owner) throw new Error('Nobody is signed in')
  const { name, type } = file
  const heldAt = new Date().toISOString()
  const bytes = await file.arrayBuffer()
  await (await openStore()).put('files', { owner, key, taskId, name, type, bytes, heldAt })
}

const asFile = ({ key, name, type, bytes }: SavedFile) => ({
  key,
  file: new File([bytes], name, { type }),
})

/** Files that are to become pieces of a task's draft, oldest first. Empty without storage. */
export const listSavedFiles = async (taskId: string): Promise<{ key: string; file: File }[]> => {
  const owner = currentOwner()
  try {
    const held = await (await openStore()).getAllFromIndex('files', 'taskId', taskId)
    return held
      .filter((each) => each.owner === owner)
      .toSorted((a, b) => a.heldAt.localeCompare(b.heldAt))
      .map(asFile)
  } catch {
    return []
  }
}

export const deleteFile = async (key: string): Promise<void> => {
  await openStore()
    .then((store) => store.delete('files', key))
    .catch(() => undefined)
}
