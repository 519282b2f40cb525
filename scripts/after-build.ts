import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../web/routes.ts'

// What the server wants beside the built web app: which paths the app knows, and its files compressed as small as they get.

const COMPRESSIBLE = /\.(js|css|svg|json)$/
/** Below this, an answer fits one packet either way. */
const LEAST_BYTES = 1000

export const afterBuild = async (folder: string): Promise<void> => {
  await Promise.all([
    writePaths(folder),
    compressAssets(path.join(folder, 'assets')),
    putTextFirst(folder),
  ])
}

const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/

/**
 * Lets the words of a prerendered page stand before its scripts: the styles come with the HTML, and the scripts, which only take over what
 * is already there, wait behind the font. The stylesheet's own element stays for React to find, for a medium that is none.
 */
const putTextFirst = async (folder: string) => {
  const files = await readdir(folder, { recursive: true })
  const pages = files.filter((file) => file.endsWith('index.html'))
  await Promise.all(
    pages.map(async (page) => {
      const file = path.join(folder, page)
      const html = await readFile(file, 'utf8')
      const [link = '', href = ''] = STYLESHEET.exec(html) ?? []
      if (href === '') throw new Error(`${page} has no stylesheet of the expected form`)
      const css = await readFile(path.join(folder, href), 'utf8')
      const styled = html.replace(
        link,
        () => `<style>${css}</style><link rel="stylesheet" href="${href}" media="not all"/>`,
      )
      await writeFile(
        file,
        styled.replaceAll(
          /<link rel="modulepreload"/g,
          '<link rel="modulepreload" fetchpriority="low"',
        ),
      )
    }),
  )
}

/** Every path of the route table, as it stands there: `/quests/:id`, `/admin/*`. The catch-all is none. */
const writePaths = async (folder: string) => {
  const known = pathsIn(await routes).filter((pattern) => pattern !== '/*')
  await writeFile(path.join(folder, '.vite', 'paths.json'), JSON.stringify(known))
}

const pathsIn = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap((entry) => (entry.children ? pathsIn(entry.children) : [`/${entry.path ?? ''}`]))

const compressAssets = async (folder: string) => {
  const files = (await readdir(folder)).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(files.map((file) => compress(path.join(folder, file))))
}

const compress = async (file: string) => {
  const content = await readFile(file)
  if (content.length < LEAST_BYTES) return
  const [small, smaller] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  ])
  await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)])
}
