import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes, { type PageHandle } from '../web/routes.ts'

// The built web app as its build describes it: which file holds what, and what each page is made of.

export type Chunk = {
  file: string
  /** That of the module it was made for. */
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
export type Manifest = Record<string, Chunk>

/** What every page starts with. */
export const START = ['web/entry.client.tsx', 'web/root.tsx?__react-router-build-client-route']

/** What a signed-in person's frame adds; a group of vite.config.ts. */
const HELD = 'held'

/** @param folder the built web app */
export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))

/** The name by which the manifest knows the script of a page or a layout. */
export const routeKey = (file: string): string => `web/${file}${OWN}`

const OWN = '?__react-router-build-client-route'
/** React Router splits a page's loader from its script, so that both are fetched at once. */
const LOADER = '?route-chunk=clientLoader'

/** All chunks that a page is made of: its keys, and the loaders among them. */
export const keysOf = (manifest: Manifest, { keys }: Pick<Page, 'keys'>): string[] => [
  ...keys,
  ...keys
    .map((key) => key.replace(OWN, LOADER))
    .filter((key) => key.endsWith(LOADER) && key in manifest),
]

/**
 * Chunks, and all that they import or, where told so, load later on; by their keys in the manifest.
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
  /** As it stands in the route table: `/quests/:id`, `/admin/*`. */
  pattern: string
  isSignedIn: boolean
  handle: PageHandle
  /** What it is made of beside the start: its layouts, itself, and the frame's parts. */
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
      keys: [...files.map(routeKey), ...(isSignedIn ? [HELD] : [])],
    }
  })

export const listPages = async (): Promise<Page[]> => pagesIn(await routes)

/** The paths that the web app knows while it runs, as `PAGES`. */
export const namePages = async () => {
  const pages = (await listPages()).filter(({ pattern }) => pattern !== '/*')
  return {
    public: pages.flatMap(({ isSignedIn, pattern }) => (isSignedIn ? [] : [pattern])),
    // Of any quest, of any badge: it is the page's script that is fetched, not what stands on it.
    prefetched: pages.flatMap(({ handle, pattern }) =>
      handle.prefetch ? [pattern.replaceAll(/:\w+/g, 'any')] : [],
    ),
  }
}
