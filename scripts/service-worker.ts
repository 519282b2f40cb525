import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

import { paths } from '../web/paths.ts'

/** The pages that open without a network, with all that they load later on. */
const PAGES = [
  'root.tsx',
  'frame/Frame.tsx',
  'frame/Guard.tsx',
  'features/dashboard/DashboardPage.tsx',
  'features/quests/HubPage.tsx',
  'features/quests/QuestsPage.tsx',
  'features/quests/QuestPage.tsx',
  'features/badges/BadgesPage.tsx',
  'features/plan/PlanPage.tsx',
]
/** Loaded when somebody looks at such a file, and heavier than everything else together. */
const NOT_KEPT = /pdf/

type Chunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** Builds /sw.js, which knows by name the files of this build that the app needs offline. */
export const buildServiceWorker = async (folder: string): Promise<void> => {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8')
  const manifest: Record<string, Chunk> = JSON.parse(await read('.vite/manifest.json'))
  const html = await read('__spa-fallback.html')
  // The shell loads a script that names every page's files, and is itself named by no other.
  const named = [...html.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, file = '']) => file)
  const files = new Set([...named, ...filesOf(manifest)])
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

const filesOf = (manifest: Record<string, Chunk>): Set<string> => {
  const visited = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key) || NOT_KEPT.test(chunk.file + key)) return
    visited.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  for (const page of PAGES) visit(`web/${page}?__react-router-build-client-route`)
  for (const key of Object.keys(manifest).filter((key) => /entry\.client/.test(key))) visit(key)
  return files
}
