import { connection } from '#web/api'

declare global {
  /** Called by the router when a script fails to load, if defined (scripts/vite-router.ts). */
  var awaitScript: ((url: string) => Promise<boolean>) | undefined
}

const PAUSE_MS = 2000

/** True if the server or its proxy has the script; undefined without a response. */
const isThere = async (url: string): Promise<boolean | undefined> => {
  // Bypasses the browser's cache: an imported script may be the missing one.
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer && answer.status < 500 ? answer.ok : undefined
}

/**
 * Waits for an unavailable server to return, without a time limit.
 * @returns whether to retry: false if the server was available all along and has a newer version of the app
 */
export const awaitScript = async (url: string): Promise<boolean> => {
  for (let waited = false; ; waited = true) {
    const found = await isThere(url)
    connection.report(found === undefined ? 'nothing' : 'answer')
    if (found !== undefined) return waited && found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
