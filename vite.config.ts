import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

import { namePages } from './scripts/built-app.ts'
import { content } from './scripts/vite-content.ts'
import { slimContract } from './scripts/vite-contract.ts'
import { retryImports } from './scripts/vite-imports.ts'
import { waitForConnection } from './scripts/vite-router.ts'

const SERVED = ['/api', '/.well-known', '/calendar/feed']

export default defineConfig({
  publicDir: 'web/public',
  define: { PAGES: JSON.stringify(await namePages()) },
  // Its entry points are directories, which Node.js cannot import.
  ssr: { noExternal: [/^@atlaskit\//] },
  plugins: [
    content(),
    slimContract(),
    waitForConnection(),
    retryImports(),
    tailwindcss(),
    reactRouter(),
  ],
  // npm run dev: proxies everything but the app's pages to the server.
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, process.env.DEV_SERVER ?? ''])) },
  // The build fetches its pages from this server: in a container, `localhost` may be another address for it than for the build.
  preview: { host: '127.0.0.1' },
  build: {
    // light-dark(), popover and :has() are used without fallbacks (Baseline, 2024).
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // scripts/check-bundle.ts uses it to measure the pages.
    manifest: true,
    // The content security policy forbids data: fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Every page loads the manifest of all pages' files: short names keep it small.
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: ({ name }) =>
          name === 'react' ? 'assets/react-[hash].js' : 'assets/[hash].js',
        codeSplitting: {
          // Code needed by every page is in two files that compress well: React, and the frame with its imports. Code needed by
          // most other pages is in two more: visitors' pages have no room for the second. What calls need is a fifth, for which
          // visitors' pages do not wait. The last is what a signed-in person's frame adds. Each file costs a phone a round trip,
          // and without these groups there are twenty more.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'frame', test: /web\/(frame\/Frame|ui\/spinner)\.tsx$/ },
            { name: 'page', test: /web\/ui\/(alert|card|page|query-view|states)\.tsx$/ },
            {
              name: 'kit',
              test: /web\/(api|format)\/|web\/ui\/(avatar|dialog|load-more|markdown|meter|pillar|search-box|tabs)\.tsx|lucide-react|@tanstack/,
              minShareCount: 10,
            },
            {
              name: 'calls',
              test: /web\/api\/(transport|offline-fallback)\.ts$|contract\/tables\.ts$/,
            },
            {
              name: 'held',
              test: /web\/(frame\/(Notices|Offline|SideBar|UserBar)\.tsx|page\/PageBoundary\.tsx|offline\/index\.ts|features\/second-factor\/index\.ts)$/,
            },
          ],
        },
      },
    },
  },
})
