import type { User } from '#contract/auth'

const ACCESS = 'app_access_token'
const REFRESH = 'app_refresh_token'
const USER = 'user'

/** Keys that survive the session: they contain no personal data. */
const OUTLIVES = new Set(['theme', 'hue'])

type Tokens = { access: string; refresh: string }

/**
 * Validates the fields that the frame displays, because other programs or versions may have stored something else under this key.
 */
const isUser = (kept: unknown): kept is User =>
  typeof kept === 'object' &&
  kept !== null &&
  ['id', 'first_name', 'last_name', 'role'].every(
    (name) => typeof field(kept, name) === 'string',
  ) &&
  // Null for a learner without an address.
  (field(kept, 'email') === null || typeof field(kept, 'email') === 'string')

const field = (kept: object, name: string) => (kept as Record<string, unknown>)[name]

const areTokens = ({ access, refresh }: Tokens): boolean =>
  [access, refresh].every((token) => typeof token === 'string' && token !== '')

/** Storage that lasts as long as the page. */
export const memoryStorage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/**
 * The browser's session data, shared by all tabs, and the owner of this page. A page has one owner from the first response that
 * names one until it ends: input, data and pending calls of one person never reach another.
 * @param forgetMore deletes the person's data stored elsewhere in the browser
 */
export const createSession = (storage: () => Storage, forgetMore: () => void = () => {}) => {
  let place: Storage | undefined
  const kept = (): Storage => {
    try {
      place ??= storage()
      place.getItem(USER)
    } catch {
      // Storage refused (private mode): the session then lasts as long as the page.
      place = memoryStorage()
    }
    return place as Storage
  }
  const read = (key: string) => kept().getItem(key)
  const write = (key: string, value: string) => {
    try {
      kept().setItem(key, value)
    } catch {
      // Storage full. The server's copy is authoritative.
    }
  }
  const wipe = () => {
    const all = kept()
    const keys = Array.from({ length: all.length }, (_, index) => all.key(index))
    forgetMore()
    // Removes the user last: otherwise, another tab could attribute remaining data to the wrong person.
    for (const key of [ACCESS, REFRESH, ...keys, USER]) {
      if (key !== null && !OUTLIVES.has(key)) all.removeItem(key)
    }
  }

  let owner: string | undefined
  let leaving = false
  const listeners = new Set<() => void>()
  const unsaved = new Set<() => Promise<unknown>>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const isKept = () => [USER, ACCESS, REFRESH].some((key) => read(key) !== null)

  /** User of the last visit: enough for the layout, not for decisions. */
  const cachedUser = (): User | undefined => {
    try {
      const user: unknown = JSON.parse(read(USER) ?? 'null')
      return isUser(user) ? user : undefined
    } catch {
      return undefined
    }
  }
  /** False once the browser's session is over or another person's: the page must send nothing more, and end. */
  const isOurs = () => owner === undefined || owner === cachedUser()?.id
  const nameOf = (key: string) => `${owner} ${key}`

  return {
    cachedUser,
    isOurs,
    accessToken: () => read(ACCESS),
    refreshToken: () => read(REFRESH),
    /** True while someone is signed in; stays true on a page about to end after its owner has signed out. */
    hasSession: () => owner !== undefined || isKept(),
    hasOwner: () => owner !== undefined,

    /** Starts a session. Without tokens, it uses cookies. Throws if the response contains no session. */
    start({ user, tokens }: { user: User; tokens?: Tokens }) {
      if (!isUser(user) || (tokens && !areTokens(tokens))) throw new TypeError('Not a session')
      wipe()
      owner = user.id
      leaving = false
      // Writes the user first, so that another person's tab never sends these tokens.
      write(USER, JSON.stringify(user))
      if (tokens) {
        write(ACCESS, tokens.access)
        write(REFRESH, tokens.refresh)
      }
      tell()
    },
    /** Saves refreshed tokens, unless another tab has refreshed, ended or changed the session meanwhile. */
    renew(held: string, tokens: Tokens) {
      if (!areTokens(tokens)) throw new TypeError('Not tokens')
      if (read(REFRESH) !== held) return
      write(ACCESS, tokens.access)
      write(REFRESH, tokens.refresh)
    },
    /**
     * Saves the user from a server response and makes them the page's owner.
     * @param known the user in the browser when the request was sent, for pages without an owner
     * @throws TypeError if this is not the owner, or another tab has started or ended a session meanwhile
     */
    storeUser(user: User, known = owner) {
      if (!isUser(user)) throw new TypeError('Not a user')
      if (known !== cachedUser()?.id || (owner !== undefined && owner !== user.id))
        throw new TypeError('Not ours')
      owner = user.id
      write(USER, JSON.stringify(user))
    },

    /** Saves the owner's unsent work, which survives reloads and is deleted with the session. */
    saveUnsent(key: string, value: string | undefined) {
      if (owner === undefined || !isOurs()) return
      if (value === undefined) kept().removeItem(nameOf(key))
      else write(nameOf(key), value)
    },
    /** Names of all that is saved for the owner. */
    listUnsent(): string[] {
      if (owner === undefined || !isOurs()) return []
      const all = kept()
      const keys = Array.from({ length: all.length }, (_, index) => all.key(index) ?? '')
      return keys.flatMap((key) => (key.startsWith(nameOf('')) ? key.slice(nameOf('').length) : []))
    },
    readUnsent: (key: string) => (owner !== undefined && isOurs() ? read(nameOf(key)) : null),
    /** Calls `save` before the owner signs out; false says that something stays unsaved. Returns a function that unregisters it. */
    saveBeforeSignOut(save: () => Promise<unknown>) {
      unsaved.add(save)
      return () => void unsaved.delete(save)
    },
    /** @returns false if something is not saved, and would be lost with the session */
    saveAll: async (): Promise<boolean> => {
      const saves = await Promise.allSettled([...unsaved].map((save) => save()))
      return saves.every((each) => each.status === 'fulfilled' && each.value !== false)
    },

    /** During sign-out, failed queries can be ignored. */
    isSigningOut: () => leaving,
    beginSignOut: () => {
      leaving = true
    },
    cancelSignOut: () => {
      leaving = false
    },
    /** Deletes the session and all other data of its person. */
    clear() {
      wipe()
      if (owner === undefined) tell()
    },
    /** Notifies of every start and end of a session that this page survives. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell,
  }
}
export type Session = ReturnType<typeof createSession>
