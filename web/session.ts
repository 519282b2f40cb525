import type { User } from '#contract/accounts'

const ACCESS = 'app_access_token'
const REFRESH = 'app_refresh_token'
const USER = 'user'

/** What the frame draws of a user. Whatever else lies under that name, from another program or time, is no user. */
const isUser = (kept: unknown): kept is User =>
  typeof kept === 'object' &&
  kept !== null &&
  ['first_name', 'last_name', 'email', 'role'].every(
    (name) => typeof (kept as Record<string, unknown>)[name] === 'string',
  )

/** What the browser keeps of a session between page loads. Storage that refuses (private mode, full) means: not kept. */
export const createSession = (
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
) => {
  const read = (key: string) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  const write = (key: string, value: string) => {
    try {
      storage().setItem(key, value)
    } catch {
      // The session then lasts as long as its cookie.
    }
  }
  let leaving = false
  return {
    /** From when a person has asked to sign out: what then fails to be read is nobody's loss. */
    isBeingLeft: () => leaving,
    leave: () => {
      leaving = true
    },
    accessToken: () => read(ACCESS),
    refreshToken: () => read(REFRESH),
    isHeld: () => read(ACCESS) !== null || read(REFRESH) !== null,
    keepTokens(tokens: { access: string; refresh: string }) {
      leaving = false
      write(ACCESS, tokens.access)
      write(REFRESH, tokens.refresh)
    },
    keepUser: (user: User) => write(USER, JSON.stringify(user)),
    /** The user as of the last visit: good enough to draw the frame with, never to decide anything. */
    lastUser(): User | undefined {
      try {
        const user: unknown = JSON.parse(read(USER) ?? 'null')
        return isUser(user) ? user : undefined
      } catch {
        return undefined
      }
    },
    clear() {
      for (const key of [ACCESS, REFRESH, USER]) {
        try {
          storage().removeItem(key)
        } catch {
          // Nothing was kept.
        }
      }
    },
  }
}
export type Session = ReturnType<typeof createSession>
