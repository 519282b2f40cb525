import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const AWAIT_SCRIPT = fileURLToPath(import.meta.resolve('../web/api/await-script.ts'))
const RELOAD = 'window.location.reload();'

/**
 * Where the script of a page cannot be loaded, React Router reloads the window, which suits a newer version of the app and nothing else:
 * without a connection it ends in the browser's own error page. Here it waits for the connection first (decisions/0066).
 */
export const waitForConnection = (): Plugin => {
  let isDone = false
  return {
    name: 'lodestar-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/.*\/routeModules\.js$/.test(id)) return undefined
      if (!code.includes(RELOAD)) this.error('React Router reloads in another way than it did.')
      isDone = true
      const again = `if (await awaitScript(route.module)) return loadRouteModule(route, routeModulesCache);`
      return `import { awaitScript } from ${JSON.stringify(AWAIT_SCRIPT)};\n${code.replace(RELOAD, `${again} ${RELOAD}`)}`
    },
    buildEnd(error) {
      if (!error && !isDone)
        this.error('React Router loads the scripts of pages elsewhere than it did.')
    },
  }
}
