import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const IMPORTS = 'return baseModule().catch(handlePreloadError)'

/** Inlined in the built page as source. Retries after one, two and four seconds; the browser requests a failed script again. */
export const importWithRetry = async (
  load: () => Promise<unknown>,
  pauses: readonly number[] = [1000, 2000, 4000],
): Promise<unknown> => {
  try {
    return await load()
  } catch (error) {
    const [pause, ...others] = pauses
    if (pause === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return importWithRetry(load, others)
  }
}

/**
 * Reloads a page's chunk after a network error or a 503, instead of failing the page. Firefox and Safari cache the failure of a
 * script while the page is open: there, the page reports the error as before.
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
      return `const again = ${importWithRetry.toString()}\n${retrying}`
    },
    buildEnd(error) {
      const isClient = this.environment.name === 'client'
      if (!error && isClient && !isDone) this.error('Vite imports scripts elsewhere than it did.')
    },
  }
}
