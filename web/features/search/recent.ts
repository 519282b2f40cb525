import { session } from '#web/session'

const SETTING = 'recent searches'
const MAX_RECENT = 6

/** Address of a page or quest that was opened from the search, and its name. People and messages are not stored. */
export type Recent = { to: string; label: string; kind: 'page' | 'quest' }

const isRecent = (entry: unknown): entry is Recent => {
  const { to, label, kind } = (entry ?? {}) as Partial<Recent>
  return (
    typeof to === 'string' &&
    to.startsWith('/') &&
    typeof label === 'string' &&
    (kind === 'page' || kind === 'quest')
  )
}

/** Latest first. Stored in this browser for the person, until they sign out. */
export const recentSearches = (): Recent[] => {
  try {
    const stored: unknown = JSON.parse(session.readUnsent(SETTING) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export const saveRecent = (entry: Recent): void => {
  const others = recentSearches().filter(({ to }) => to !== entry.to)
  session.saveUnsent(SETTING, JSON.stringify([entry, ...others].slice(0, MAX_RECENT)))
}
