import { paths } from '#contract/paths'
import { isExemptFromLogin } from '#web/guards'

import { createSession } from './session.ts'

/** Name of this device's offline database; see web/offline. */
export const OFFLINE_DATABASE = 'lodestar'

const forgetOffline = () => {
  try {
    window.indexedDB.deleteDatabase(OFFLINE_DATABASE)
  } catch {
    // Storage refused (private mode): nothing to delete.
  }
}

/** The session of this browser. */
export const session = createSession(() => window.localStorage, forgetOffline)

let ended = false

/** True if this page is being replaced because its session is over. */
export const isAppResetting = (): boolean => ended

/**
 * Replaces the page, discarding all personal state in memory: cached replies, queued calls, toasts. Without a session, private
 * pages redirect to `to`.
 */
export const resetApp = (to?: string): void => {
  if (ended) return
  ended = true
  // Hides the content while a slow server delivers the next page.
  document.body.hidden = true
  try {
    // State of this tab: the demo, scroll positions.
    window.sessionStorage.clear()
  } catch {
    // Storage refused: nothing to delete.
  }
  if (to !== undefined) window.location.replace(to)
  else if (session.cachedUser() || isExemptFromLogin(window.location.pathname))
    window.location.reload()
  else window.location.replace(paths.login)
}

/** Tabs share one session and follow each other's changes immediately. */
const follow = () => {
  if (session.isOurs()) session.tell()
  else resetApp()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', follow)
  // A suspended page may have missed a change.
  window.addEventListener('pageshow', follow)
  document.addEventListener('visibilitychange', follow)
}
