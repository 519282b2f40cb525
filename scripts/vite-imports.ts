import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const IMPORTS = 'return baseModule().catch(handlePreloadError)'

/** Stands in the built page as it is written here. Tries again after one, two and four seconds; the browser asks anew for a script that it did not get. */
export const again = async (
  load: () => Promise<unknown>,
  pauses: readonly number[] = [1000, 2000, 4000],
): Promise<unknown> => {
  try {
    return await load()
  } catch (error) {
    const [pause, ...others] = pauses
    if (pause === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return again(load, others)
  }
}

/**
 * A part of a page whose script is lost on the way, or turned away with a 503, is loaded again, instead of taking the page with it. Firefox
 * and Safari remember for as long as the page is open that a script failed: there, the page says so as before.
 */
export const retryImports = (): Plugin => {
  let isDone = false
  return {
    name: 'lodestar-imports',
    apply: 'build',
    transform(code, id) {
      if (id !== HELPER) return undefined
      if (!code.includes(IMPORTS)) this.error('Vite imports scripts in another way than it did.')
      isDone = true
      const retrying = code.replace(IMPORTS, 'return again(baseModule).catch(handlePreloadError)')
      return `const again = ${again.toString()}\n${retrying}`
    },
    buildEnd(error) {
      const isClient = this.environment.name === 'client'
      if (!error && isClient && !isDone) this.error('Vite imports scripts elsewhere than it did.')
    },
  }
}
