import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

import { content } from './scripts/vite-content.ts'

const SERVED = ['/api', '/.well-known']

/** Simplifies scripts before the minifier renames: together they make what is sent one percent smaller than either alone. */
const simplify = (): Plugin => ({
  name: 'simplify',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  renderChunk: async (code) => {
    const options = { module: true, mangle: false, compress: { passes: 3 } } as const
    return { code: (await minify(code, options)).code ?? code, map: null }
  },
})

export default defineConfig({
  publicDir: 'web/public',
  // Its entry points are folders, which Node.js does not import.
  ssr: { noExternal: [/^@atlaskit\//] },
  plugins: [content(), tailwindcss(), reactRouter(), simplify()],
  // npm run dev: what is not a page of the app is the server's.
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, process.env.DEV_SERVER ?? ''])) },
  build: {
    // light-dark(), popover and :has() are used as they are (Baseline, 2024).
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // scripts/check-bundle.ts weighs the pages with it.
    manifest: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Every page loads the list of all pages' files: their names say no more than they must.
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: ({ name }) =>
          ['react', 'base', 'landing'].includes(name)
            ? 'assets/[name]-[hash].js'
            : 'assets/[hash].js',
        codeSplitting: {
          // What every page needs, in two files: they compress better, and the browser can draw breath between them.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: /node_modules\/(react-router|@tanstack\/(query-core|react-query))\/(?!.*(?:[mM]utation|[iI]nfinite|useQueries|queriesObserver)\w*\.js)|rules\/star\.ts|web\/(ui\/(button|constellation|page-heading|spinner)\.|frame\/(Frame|TopBar|Footer|ThemeSwitch|ErrorScreen|lazy-components)\.|features\/(site\/(queries|index)|accounts\/(auth|index|lazy-components))\.|(api|api-base|api-error|client|first-sign|hydrated|paths|query-client|session|theme)\.ts)/,
            },
            {
              name: 'landing',
              test: /features\/landing\/(CallsToAction|Contact|Philosophy|Section)\./,
            },
          ],
        },
      },
    },
  },
})
