import { session, type Session } from '#web/session'

type LocalStorage = Pick<Session, 'saveUnsent' | 'readUnsent'>

/** An object or a list that this browser saves for its person under a name, until the session ends. All tabs share it. */
export const localJson = <T>(name: string, storage: LocalStorage = session) => {
  let last: { text: string | null; value: T | undefined } = { text: null, value: undefined }
  return {
    /** The same object until it changes; undefined where there is none, or nothing that can be read. */
    read: (): T | undefined => {
      const text = storage.readUnsent(name)
      if (text !== last.text) last = { text, value: parsed<T>(text) }
      return last.value
    },
    write: (value: T | undefined) => {
      storage.saveUnsent(name, value === undefined ? undefined : JSON.stringify(value))
      // Where the browser has no room, this page goes on with what it has.
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

/** A value and the server's version that it is or continues. The version is null where the server has none. */
export type Versioned<T, V> = { value: T; version: V }

/** A draft as this browser saves it. */
export type LocalDraft<T, V> = Versioned<T, V> & {
  /** The server does not have it yet. */
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

/** Reads what versions of the app before decision 83 have saved: the fields of the value, and its version under another name. */
const fromEarlier = ({
  basedOn = null,
  revision = basedOn,
  version = revision,
  isUnsent = true,
  content,
  ...fields
}: EarlierDraft) => ({ value: content ?? fields, version, isUnsent })
