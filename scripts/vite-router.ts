import type { Plugin } from 'vite'

/** Error handling in loadRouteModule, up to the reload. */
const GIVES_UP = /console\.error\(`Error loading[\s\S]*?(?=window\.location\.reload\(\);)/
const WAITS =
  'if (await globalThis.awaitScript?.(route.module)) return loadRouteModule(route, routeModulesCache); console.error(error);'

/**
 * If a page's script fails to load, React Router reloads the window, which is only right for a newer version of the app: while
 * offline it ends in the browser's error page. With this plugin, it first waits for the connection (web/frame/await-script.ts,
 * decisions/0066).
 */
export const waitForConnection = (): Plugin => {
  let isDone = false
  return {
    name: 'lodestar-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/.*\/routeModules\.js$/.test(id)) return undefined
      if (!GIVES_UP.test(code)) this.error('React Router reloads in another way than it did.')
      isDone = true
      return code.replace(GIVES_UP, WAITS)
    },
    buildEnd(error) {
      if (!error && !isDone)
        this.error('React Router loads the scripts of pages elsewhere than it did.')
    },
  }
}
