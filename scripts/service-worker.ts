import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

import { paths } from '../contract/paths.ts'
import {
  chunksOf,
  keysOf,
  listPages,
  type Manifest,
  readManifest,
  ENTRY_MODULES,
} from './built-app.ts'

/** Loaded only when a PDF is opened, and larger than everything else together. */
const NOT_KEPT = /pdf/

/** Builds /sw.js, with the list of this build's files that the app needs offline. */
export const buildServiceWorker = async (folder: string): Promise<void> => {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8')
  const manifest = await readManifest(folder)
  const html = await read('__spa-fallback.html')
  // The shell loads a script that lists every page's files, and which nothing else refers to.
  const named = [...html.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, file = '']) => file)
  const pages = (await listPages()).filter(({ handle }) => handle.offline)
  const files = new Set([
    ...named,
    ...filesOf(
      manifest,
      pages.flatMap((page) => keysOf(manifest, page)),
    ),
  ])
  const revision = createHash('sha256').update(html).digest('hex').slice(0, 16)
  const precached = [
    { url: paths.dashboard, revision },
    ...[...files].toSorted().map((file) => ({ url: `/${file}`, revision: null })),
  ]
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHED: JSON.stringify(precached), SHELL: JSON.stringify(paths.dashboard) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: fileURLToPath(import.meta.resolve('../web/service-worker/worker.ts')),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/** Files of chunks, including lazy ones, styles and images. */
const filesOf = (manifest: Manifest, keys: readonly string[]): string[] => {
  const light = (key: string) => !NOT_KEPT.test(key + (manifest[key]?.file ?? ''))
  const chunks = chunksOf(
    manifest,
    [...ENTRY_MODULES, ...keys],
    ({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports].filter(light),
  )
  return [...chunks.values()].flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ])
}
