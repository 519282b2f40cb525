import { type SavedFile, openStore, currentOwner } from './store.ts'

type Place = { key: string; taskId: string; isUnfinished?: boolean }

/**
 * Saves a file until the server has it, so that it survives closing the page. Throws if storage is full or unavailable.
 * @param key also the idempotency key of the upload
 */
export const saveFile = async (
  file: File,
  { key, taskId, isUnfinished = false }: Place,
): Promise<void> => {
  const owner = currentOwner()
  if (!owner) throw new Error('Nobody is signed in')
  const { name, type } = file
  const heldAt = new Date().toISOString()
  const bytes = await file.arrayBuffer()
  const store = await openStore()
  // After sign-out, nothing of the person is saved any more.
  if (currentOwner() !== owner) throw new Error('The session has ended')
  await store.put('files', { owner, key, taskId, name, type, bytes, heldAt, isUnfinished })
}

const asFile = ({ key, name, type, bytes }: SavedFile) => ({
  key,
  file: new File([bytes], name, { type }),
})

/** Own files of a task, oldest first. Empty without storage. */
const listRows = async (taskId: string) => {
  const owner = currentOwner()
  try {
    const held = await (await openStore()).getAllFromIndex('files', 'taskId', taskId)
    return held
      .filter((each) => each.owner === owner)
      .toSorted((a, b) => a.heldAt.localeCompare(b.heldAt))
  } catch {
    return []
  }
}

/** Files that are to become pieces of a task's draft, oldest first. */
export const listSavedFiles = async (taskId: string): Promise<{ key: string; file: File }[]> =>
  (await listRows(taskId)).filter(({ isUnfinished }) => !isUnfinished).map(asFile)

/** Tasks of which files are saved here. Unfinished files are to become pieces from now on. */
export const claimTasksWithFiles = async (): Promise<string[]> => {
  const owner = currentOwner()
  try {
    const store = await openStore()
    const own = (await store.getAll('files')).filter((each) => each.owner === owner)
    for (const each of own) {
      if (each.isUnfinished) await store.put('files', { ...each, isUnfinished: false })
    }
    return own.map(({ taskId }) => taskId)
  } catch {
    return []
  }
}

export const deleteFile = async (key: string): Promise<void> => {
  await openStore()
    .then((store) => store.delete('files', key))
    .catch(() => undefined)
}

const locksOf = (taskId: string) => `unfinished ${taskId} `

/** Marks an unfinished file as being worked on in this page. Returns a function that ends it. */
export const holdUnfinished = (taskId: string, key: string): (() => void) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(locksOf(taskId) + key, () => released)
  return release
}

/** Keys of unfinished files that are saved, or are being worked on and may yet be saved. */
const listUnfinished = async (taskId: string): Promise<Set<string>> => {
  const { held = [] } = await navigator.locks.query()
  const prefix = locksOf(taskId)
  const open = held.flatMap(({ name = '' }) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : [],
  )
  const saved = (await listRows(taskId)).filter(({ isUnfinished }) => isUnfinished)
  return new Set([...open, ...saved.map(({ key }) => key)])
}

/**
 * Turns the unfinished files of a task into files that are to become pieces, each as soon as no page works on it.
 * @param onClaimed called once for each file, in one page
 */
export const claimUnfinished = async (
  taskId: string,
  signal: AbortSignal,
  onClaimed: (claimed: { key: string; file: File }) => void,
): Promise<void> => {
  const claim = async (key: string) => {
    const row = (await listRows(taskId)).find((each) => each.key === key)
    if (!row?.isUnfinished || signal.aborted) return
    await (await openStore()).put('files', { ...row, isUnfinished: false })
    onClaimed(asFile(row))
  }
  for (const key of await listUnfinished(taskId)) {
    const lock = locksOf(taskId) + key
    void navigator.locks.request(lock, { signal }, () => claim(key)).catch(() => undefined)
  }
}
