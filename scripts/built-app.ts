import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes, { type PageHandle } from '../web/routes.ts'

// The built web app, by its manifest: contents of each file, and files of each page.

export type Chunk = {
  file: string
  /** Name of the module it was created for. */
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
export type Manifest = Record<string, Chunk>

/** The entry chunks of every page. */
export const ENTRY_MODULES = [
  'web/entry.client.tsx',
  'web/root.tsx?__react-router-build-client-route',
]

/** Chunk groups that every signed-in page loads at once, from vite.config.ts: its frame, and what its calls need. */
const OF_SIGNED_IN = ['held', 'calls']

/** @param folder the built web app */
export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))

/** Manifest key of the script of a page or a layout. */
export const routeKey = (file: string): string => `web/${file}${OWN}`

const OWN = '?__react-router-build-client-route'
/** React Router splits a page's loader from its script, so that both are fetched in parallel. */
const LOADER = '?route-chunk=clientLoader'

/** All chunks of a page: its keys, and their loaders. */
export const keysOf = (manifest: Manifest, { keys }: Pick<Page, 'keys'>): string[] => [
  ...keys,
  ...keys
    .map((key) => key.replace(OWN, LOADER))
    .filter((key) => key.endsWith(LOADER) && key in manifest),
]

/**
 * Chunks and everything they import or, with another `next`, load later; by manifest key.
 * @param names keys, or names of groups
 */
export const chunksOf = (
  manifest: Manifest,
  names: readonly string[],
  next = ({ imports = [] }: Chunk): string[] => imports,
): Map<string, Chunk> => {
  const found = new Map<string, Chunk>()
  const visit = (name: string) => {
    const key =
      name in manifest ? name : Object.keys(manifest).find((each) => manifest[each]?.name === name)
    const chunk = manifest[key ?? '']
    if (!key || !chunk) throw new Error(`The build has no ${name}`)
    if (found.has(key)) return
    found.set(key, chunk)
    for (const each of next(chunk)) visit(each)
  }
  for (const name of names) visit(name)
  return found
}

export type Page = {
  /** As in the route table: `/quests/:id`, `/admin/*`. */
  pattern: string
  isSignedIn: boolean
  handle: PageHandle
  /** Its layouts, itself, and the frame's parts, without the entry chunks. */
  keys: string[]
}

type Entry = RouteConfigEntry & { handle?: PageHandle }

const pagesIn = (entries: Entry[], around: string[] = []): Page[] =>
  entries.flatMap((entry) => {
    const files = [...around, entry.file]
    if (entry.children) return pagesIn(entry.children, files)
    const isSignedIn = files.includes('frame/Guard.tsx')
    return {
      pattern: `/${entry.path ?? ''}`,
      isSignedIn,
      handle: entry.handle ?? {},
      keys: [...files.map(routeKey), ...(isSignedIn ? OF_SIGNED_IN : [])],
    }
  })

export const listPages = async (): Promise<Page[]> => pagesIn(await routes)

/** The paths known to the web app at runtime, as `PAGES`. */
export const namePages = async () => {
  const pages = (await listPages()).filter(({ pattern }) => pattern !== '/*')
  return {
    public: pages.flatMap(({ isSignedIn, pattern }) => (isSignedIn ? [] : [pattern])),
    // With any id: the page's script is prefetched, not its data.
    prefetched: pages.flatMap(({ handle, pattern }) =>
      handle.prefetch ? [pattern.replaceAll(/:\w+/g, 'any')] : [],
    ),
  }
}
