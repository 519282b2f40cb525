import type { User } from '#contract/auth'

const ACCESS = 'app_access_token'
const REFRESH = 'app_refresh_token'
const USER = 'user'

/** What stays in the browser when a session ends: it says nothing about anybody. */
const OUTLIVES = new Set(['theme', 'hue'])

type Tokens = { access: string; refresh: string }

/** What the frame draws of a user. Whatever else lies under that name, from another program or time, is no user. */
const isUser = (kept: unknown): kept is User =>
  typeof kept === 'object' &&
  kept !== null &&
  ['id', 'first_name', 'last_name', 'email', 'role'].every(
    (name) => typeof (kept as Record<string, unknown>)[name] === 'string',
  )

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
 * What the browser keeps of a session, shared by all tabs, and whose session this page belongs to. A page has one owner
 * from the first answer that names one until it ends: what was typed, read or tried for one person never reaches another.
 *
 * @param forgetMore deletes what the browser keeps of the person elsewhere
 */
export const createSession = (storage: () => Storage, forgetMore: () => void = () => {}) => {
  let place: Storage | undefined
  const kept = (): Storage => {
    try {
      place ??= storage()
      place.getItem(USER)
    } catch {
      // Refused (private mode): the session then lasts as long as the page.
      place = memoryStorage()
    }
    return place as Storage
  }
  const read = (key: string) => kept().getItem(key)
  const write = (key: string, value: string) => {
    try {
      kept().setItem(key, value)
    } catch {
      // Full. The server's copy is the one that counts.
    }
  }
  const wipe = () => {
    const all = kept()
    const keys = Array.from({ length: all.length }, (_, index) => all.key(index))
    forgetMore()
    // The user last: until then, no other tab takes what is left for somebody else's.
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

  /** The user as of the last visit: good enough to draw the frame with, never to decide anything. */
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
    /** Whether somebody is signed in here, or was when the page, which is about to end, was theirs. */
    hasSession: () => owner !== undefined || isKept(),
    hasOwner: () => owner !== undefined,

    /** Begins a session. Without tokens it lives in its cookies. Throws where the answer was not a session. */
    start({ user, tokens }: { user: User; tokens?: Tokens }) {
      if (!isUser(user) || (tokens && !areTokens(tokens))) throw new TypeError('Not a session')
      wipe()
      owner = user.id
      leaving = false
      // The user first, so that a tab of somebody else's never sends with these tokens.
      write(USER, JSON.stringify(user))
      if (tokens) {
        write(ACCESS, tokens.access)
        write(REFRESH, tokens.refresh)
      }
      tell()
    },
    /** Keeps the successors of a refresh token, unless another tab has renewed, ended or changed the session meanwhile. */
    renew(held: string, tokens: Tokens) {
      if (!areTokens(tokens)) throw new TypeError('Not tokens')
      if (read(REFRESH) !== held) return
      write(ACCESS, tokens.access)
      write(REFRESH, tokens.refresh)
    },
    /**
     * Keeps what the server says of the person, who from now on owns this page.
     *
     * @param known whom the browser knew when the server was asked, where the page may have no owner yet
     * @throws TypeError where this is somebody else than the owner, or another tab has begun or ended a session meanwhile
     */
    storeUser(user: User, known = owner) {
      if (!isUser(user)) throw new TypeError('Not a user')
      if (known !== cachedUser()?.id || (owner !== undefined && owner !== user.id))
        throw new TypeError('Not ours')
      owner = user.id
      write(USER, JSON.stringify(user))
    },

    /** The owner's unsent work, which survives a reload and goes with the session. */
    saveUnsent(key: string, value: string | undefined) {
      if (owner === undefined || !isOurs()) return
      if (value === undefined) kept().removeItem(nameOf(key))
      else write(nameOf(key), value)
    },
    readUnsent: (key: string) => (owner !== undefined && isOurs() ? read(nameOf(key)) : null),
    /** `save` is called before the owner signs out. Returns how to take it back. */
    saveBeforeSignOut(save: () => Promise<unknown>) {
      unsaved.add(save)
      return () => void unsaved.delete(save)
    },
    saveAll: () => Promise.allSettled([...unsaved].map((save) => save())),

    /** While a person is signing out, what then fails to be read is nobody's loss. */
    isSigningOut: () => leaving,
    beginSignOut: () => {
      leaving = true
    },
    cancelSignOut: () => {
      leaving = false
    },
    /** Forgets the session, and everything else that was kept for its person. */
    clear() {
      wipe()
      if (owner === undefined) tell()
    },
    /** Hears of every start and end that this page outlives. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell,
  }
}
export type Session = ReturnType<typeof createSession>
