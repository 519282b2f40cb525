import { paths } from '#contract/paths'
import { isExemptFromLogin } from '#web/guards'

import { createSession } from './session.ts'

/** What this device keeps of its person for times without a network; see web/offline. */
export const OFFLINE_DATABASE = 'lodestar'

const forgetOffline = () => {
  try {
    window.indexedDB.deleteDatabase(OFFLINE_DATABASE)
  } catch {
    // Refused (private mode): there is none.
  }
}

/** The session of this browser. */
export const session = createSession(() => window.localStorage, forgetOffline)

let ended = false

/** Whether this page is being replaced because its session is over. */
export const isAppResetting = (): boolean => ended

/**
 * Ends this page, and with it all that it holds of its person: what was read, what waits to be sent or tried again, what
 * was said. A new one is loaded in its place; where nobody is signed in any more, private pages give way to `to`.
 */
export const resetApp = (to?: string): void => {
  if (ended) return
  ended = true
  // Nobody reads on while a slow server makes the next page.
  document.body.hidden = true
  try {
    // What this tab alone keeps: the demo, places on pages.
    window.sessionStorage.clear()
  } catch {
    // Nothing was kept.
  }
  if (to !== undefined) window.location.replace(to)
  else if (session.cachedUser() || isExemptFromLogin(window.location.pathname))
    window.location.reload()
  else window.location.replace(paths.login)
}

/** Tabs share one session: what one does, the others follow at once. */
const follow = () => {
  if (session.isOurs()) session.tell()
  else resetApp()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', follow)
  // A page that the browser has put to sleep may have missed it.
  window.addEventListener('pageshow', follow)
  document.addEventListener('visibilitychange', follow)
}
