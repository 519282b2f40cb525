import { session, type Session } from '#web/session'

type LocalStorage = Pick<Session, 'saveUnsent' | 'readUnsent'>

/** An object or a list that this browser saves for its person under a name until the session ends. Shared by all tabs. */
export const localJson = <T>(name: string, storage: LocalStorage = session) => {
  let last: { text: string | null; value: T | undefined } = { text: null, value: undefined }
  return {
    /** Returns the same object until it changes; undefined if missing or unreadable. */
    read: (): T | undefined => {
      const text = storage.readUnsent(name)
      if (text !== last.text) last = { text, value: parsed<T>(text) }
      return last.value
    },
    write: (value: T | undefined) => {
      storage.saveUnsent(name, value === undefined ? undefined : JSON.stringify(value))
      // If storage is full, this page continues with the value in memory.
      last = { text: storage.readUnsent(name), value }
    },
  }
}

const parsed = <T>(text: string | null): T | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** A value and the server's version that it equals or continues. The version is null if the server has none. */
export type Versioned<T, V> = { value: T; version: V }

/** A draft as saved in this browser. */
export type LocalDraft<T, V> = Versioned<T, V> & {
  /** Not saved on the server yet. */
  isUnsent: boolean
}

/** The draft that this browser saves under a name. */
export const localDraft = <T, V>(name: string, storage?: LocalStorage) => {
  const local = localJson<LocalDraft<T, V> | EarlierDraft>(name, storage)
  return {
    read: (): LocalDraft<T, V> | undefined => {
      const saved = local.read()
      return saved && !('value' in saved) ? (fromEarlier(saved) as LocalDraft<T, V>) : saved
    },
    write: (draft: LocalDraft<T, V> | undefined) => local.write(draft),
  }
}

type EarlierDraft = {
  basedOn?: unknown
  revision?: unknown
  version?: unknown
  isUnsent?: boolean
  content?: unknown
}

/** Reads drafts saved by app versions before decision 83: the value's fields, with the version under another name. */
const fromEarlier = ({
  basedOn = null,
  revision = basedOn,
  version = revision,
  isUnsent = true,
  content,
  ...fields
}: EarlierDraft) => ({ value: content ?? fields, version, isUnsent })

/** Names of drafts that save themselves on the server, and of which this browser has what the server has not. */
export const listUnsentDrafts = (): string[] =>
  session
    .listUnsent()
    .filter((name) => /^(?:draft|feedback) /.test(name) && localDraft(name).read()?.isUnsent)
