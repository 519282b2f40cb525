import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { chunksOf, keysOf, listPages, type Page, readManifest, ENTRY_MODULES } from './built-app.ts'
import { buildServiceWorker } from './service-worker.ts'

// Files that the server needs beside the built web app: the app's paths, and its assets at maximum compression.

const COMPRESSIBLE = /\.(js|css|svg|json)$/
/** In bytes; below this, compression saves nothing worthwhile */
const LEAST_BYTES = 200

export const afterBuild = async (folder: string): Promise<void> => {
  await Promise.all([writePages(folder), putTextFirst(folder)])
  await buildServiceWorker(folder)
  await compressAssets(path.join(folder, 'assets'))
}

const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/
const STARTING = /<script type="module" async="">(import [\s\S]*?)<\/script>/

/**
 * Makes a prerendered page show its text before its scripts, which only hydrate it: styles are inlined in the HTML, and scripts
 * load after the first paint. The elements that React hydrates do not change.
 */
const putTextFirst = async (folder: string) => {
  const files = await readdir(folder, { recursive: true })
  const pages = files.filter((file) => file.endsWith('index.html'))
  await Promise.all(pages.map((page) => putTextFirstIn(folder, path.join(folder, page))))
}

const putTextFirstIn = async (folder: string, page: string) => {
  const html = await readFile(page, 'utf8')
  const [link = '', href = ''] = STYLESHEET.exec(html) ?? []
  const [script = '', code = ''] = STARTING.exec(html) ?? []
  if (link === '' || script === '') throw new Error(`${page} is not of the expected form`)
  const css = await readFile(path.join(folder, href), 'utf8')
  const [react] = /\/assets\/react-[^"]+\.js/.exec(html) ?? []
  if (react === undefined) throw new Error(`${page} lacks React`)
  const start = `/assets/start-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
  await writeFile(path.join(folder, start), code)
  await writeFile(
    page,
    html
      .replace(
        link,
        () => `<style>${css}</style><link rel="stylesheet" href="${href}" media="not all"/>`,
      )
      .replace(script, () => `<script type="module" async="">${afterPaint(react, start)}</script>`)
      .replaceAll('<link rel="modulepreload"', '<link rel="later"'),
  )
}

/**
 * Background tabs are never painted, so they do not wait, and other tabs wait at most a second. React loads first and alone, so
 * that a slow phone can respond to its user in between.
 */
const afterPaint = (react: string, start: string) =>
  `let begun=false;const begin=async()=>{if(begun)return;begun=true;for(const link of document.querySelectorAll('link[rel=later]'))link.rel='modulepreload';await import('${react}');setTimeout(()=>import('${start}'))};if(document.hidden)begin();else{requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,1000)}`

/**
 * Saves every path of the route table with the scripts that its page will need after those of the shell. The server lists them
 * together, so that a phone fetches all in parallel.
 */
const writePages = async (folder: string) => {
  const manifest = await readManifest(folder)
  const atStart = chunksOf(manifest, ENTRY_MODULES)
  const scripts = (page: Page) => {
    const files = [...chunksOf(manifest, keysOf(manifest, page))]
      .filter(([key]) => !atStart.has(key))
      .map(([, { file }]) => `/${file}`)
    return [...new Set(files)]
  }
  // The catch-all is not a page.
  const pages = (await listPages()).filter(({ pattern }) => pattern !== '/*')
  const known = Object.fromEntries(pages.map((page) => [page.pattern, scripts(page)]))
  await writeFile(path.join(folder, '.vite', 'pages.json'), JSON.stringify(known))
}

/** A few files at a time: containers may open only 1024 (`ulimit -n`). */
const compressAssets = async (folder: string) => {
  const files = (await readdir(folder)).filter((file) => COMPRESSIBLE.test(file)).values()
  const compressRest = async () => {
    for (const file of files) await compress(path.join(folder, file))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, compressRest))
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
