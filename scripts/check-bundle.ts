import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../web/routes.ts'

// Weighs the built pages against the limits of the product: as they are sent (brotli), in KiB, by the build's own manifest.

const BUILD = path.resolve(import.meta.dirname, '../build/client')
const LIMITS = { publicPage: 116, signedInPage: 150, ownChunk: 40, css: 20, fontsBeforeText: 80 }

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] }

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(path.join(BUILD, '.vite/manifest.json'), 'utf8'),
)
const routeChunk = (file: string) => `web/${file}?__react-router-build-client-route`

const read = (file: string) => readFileSync(path.join(BUILD, file))
/** The build leaves what is sent beside each file that it makes smaller. */
const sent = (file: string) =>
  read(existsSync(path.join(BUILD, `${file}.br`)) ? `${file}.br` : file).length / 1024
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The files that a page cannot start without: those of its route and its layouts, and all that these import. */
const initialFiles = (keys: string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return found
}

type Page = { name: string; files: string[] }

/** Every page with the layouts around it, outermost first. */
const pagesIn = (entries: RouteConfigEntry[], around: string[] = []): Page[] =>
  entries.flatMap((entry) => {
    const files = [...around, entry.file]
    if (entry.children) return pagesIn(entry.children, files)
    return [{ name: entry.path ?? '/', files }]
  })

const problems: string[] = []
const hold = (what: string, weight: number, limit: number) => {
  const line = `${weight.toFixed(1).padStart(7)} of ${limit} KiB  ${what}`
  if (weight > limit) problems.push(line)
  return line
}

const lines = pagesIn(await routes).map(({ name, files }) => {
  const keys = ['web/entry.client.tsx', routeChunk('root.tsx'), ...files.map(routeChunk)]
  const signedIn = files.includes('frame/Guard.tsx')
  if (signedIn) keys.push('web/frame/UserBar.tsx', 'web/frame/SideBar.tsx')
  const initial = sum([...initialFiles(keys)].map(sent))
  return hold(
    `${signedIn ? 'signed in' : 'public'}  ${name}`,
    initial,
    signedIn ? LIMITS.signedInPage : LIMITS.publicPage,
  )
})

for (const [key, chunk] of Object.entries(manifest)) {
  if (key.includes('__react-router-build-client-route')) {
    hold(`own chunk of ${key.split('?')[0]}`, sent(chunk.file), LIMITS.ownChunk)
  }
}

const root = manifest[routeChunk('root.tsx')]
lines.push(hold('css', sum((root?.css ?? []).map(sent)), LIMITS.css))

// The other ranges are fetched only by pages that need one of their letters, the diploma's font only by diplomas.
const fonts = (root?.assets ?? []).filter((file) => file.includes('-basic-'))
if (fonts.length !== 2) throw new Error('The basic fonts are not where they were.')
lines.push(
  hold(
    'fonts before text',
    sum(fonts.map((file) => read(file).length / 1024)),
    LIMITS.fontsBeforeText,
  ),
)

console.log(lines.toSorted().toReversed().join('\n'))
if (problems.length > 0) {
  console.error(`\nOver the limit:\n${problems.join('\n')}`)
  process.exit(1)
}
