import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { chunksOf, keysOf, listPages, readManifest, routeKey, ENTRY_MODULES } from './built-app.ts'

// Checks the built pages against the product's limits, by the build's manifest. Sizes are in KiB, as transferred (brotli).

const BUILD = path.resolve(import.meta.dirname, '../build/client')
// A signed-in page includes offline support, live notices and the tables of calls, which every such page loads at once. Without
// HTTP/2, a phone fetches six files at a time.
const LIMITS = {
  publicPage: { kib: 117, files: 15 },
  signedInPage: { kib: 159, files: 40 },
  ownChunk: 40,
  css: 20,
  fontsBeforeText: 80,
}

const manifest = await readManifest(BUILD)

const read = (file: string) => readFileSync(path.join(BUILD, file))
/** The build saves a compressed copy beside each compressible file. */
const sent = (file: string) =>
  read(existsSync(path.join(BUILD, `${file}.br`)) ? `${file}.br` : file).length / 1024
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const problems: string[] = []
const hold = (what: string, weight: number, limit: number, unit = 'KiB') => {
  const line = `${weight.toFixed(1).padStart(7)} of ${limit} ${unit}  ${what}`
  if (weight > limit) problems.push(line)
  return line
}

const lines = (await listPages()).map((page) => {
  const { pattern, isSignedIn } = page
  const chunks = chunksOf(manifest, [...ENTRY_MODULES, ...keysOf(manifest, page)]).values()
  const files = [...new Set([...chunks].map(({ file }) => file))]
  const limit = isSignedIn ? LIMITS.signedInPage : LIMITS.publicPage
  const name = `${isSignedIn ? 'signed in' : 'public'}  ${pattern}`
  hold(name, files.length, limit.files, 'files')
  return hold(name, sum(files.map(sent)), limit.kib)
})

for (const [key, chunk] of Object.entries(manifest)) {
  if (key.includes('__react-router-build-client-route')) {
    hold(`own chunk of ${key.split('?')[0]}`, sent(chunk.file), LIMITS.ownChunk)
  }
}

const root = manifest[routeKey('root.tsx')]
lines.push(hold('css', sum((root?.css ?? []).map(sent)), LIMITS.css))

// The other ranges are fetched only by pages that need one of their characters, the diploma's font only by diplomas.
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
