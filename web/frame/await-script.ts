import { connection } from '#web/api'

declare global {
  /** Asked by the router for a script that could not be loaded, where somebody has put it here (scripts/vite-router.ts). */
  var awaitScript: ((url: string) => Promise<boolean>) | undefined
}

const PAUSE_MS = 2000

/** Whether the server, or what stands in front of it, has it; undefined where nobody answers. */
const isThere = async (url: string): Promise<boolean | undefined> => {
  // Not from the browser's cache: another script that this one needs may be what is missing.
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer && answer.status < 500 ? answer.ok : undefined
}

/**
 * Waits while the server that a page's script comes from is away, for as long as that takes.
 * @returns whether it is worth another try: not where the server was there all along, and has a newer version of the app
 */
export const awaitScript = async (url: string): Promise<boolean> => {
  for (let waited = false; ; waited = true) {
    const found = await isThere(url)
    connection.report(found === undefined ? 'nothing' : 'answer')
    if (found !== undefined) return waited && found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
