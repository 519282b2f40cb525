import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '#platform/config'

import { openGraph } from './open-graph.ts'

export { headOf } from './head.ts'

/** A page ready to send, in the encodings requested so far. */
export type Page = {
  html: Buffer
  encoded: Map<Encoding, Buffer>
  etag: string
  csp: string
  /** Brotli quality, 0 to 11. */
  effort: number
}
type Encoding = 'br' | 'gzip'

export type Pages = {
  /**
   * Sends the prerendered page of a path, or the app's shell, which then routes in the browser.
   * @param offers names for the attribute `data-offers` of pages whose parts depend on them (web/features/site/offers.ts)
   */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    pathname: string,
    offers?: readonly string[],
  ) => FastifyReply
  /** Sends a composed page. */
  sendComposed: (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply
  /** True if the app has a page at a path: prerendered or client-rendered. */
  knows: (pathname: string) => boolean
  /** Paths of prerendered pages with a description: those that search engines may list. */
  described: string[]
  /**
   * Builds the app's shell for a page that needs content before, or without, scripts.
   * @param parts.pattern the page's pattern in the route table, which selects its scripts
   * @param parts.head HTML that replaces the shell's title
   * @param parts.noscript HTML for readers without scripts
   * @param parts.data available to the app as `page-data`, instead of a request
   */
  compose: (parts: { pattern: string; head: string; noscript?: string; data?: unknown }) => Page
}

const SHELL = '__spa-fallback.html'

/**
 * Reads the built pages once; each is compressed on first use, and its policy allows only its own inline scripts.
 * @param folder the built web app
 * @param config.publicUrl public URL of the site: link previews need absolute URLs
 */
export const loadPages = async (
  folder: string,
  { publicUrl, VITE_API_BASE }: Pick<Config, 'publicUrl' | 'VITE_API_BASE'>,
): Promise<Pages> => {
  const api = VITE_API_BASE ? ` ${new URL(VITE_API_BASE).origin}` : ''
  const pageWith = (html: string) => pageOf(html, policyOf(html, api))
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const pages = new Map<string, Page>()
  const described: string[] = []
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(path.join(folder, file), 'utf8')
    const pathname = pathOf(file)
    const isShell = file === SHELL
    if (!isShell && html.includes('<meta name="description"')) described.push(pathname)
    const page = pageWith(isShell ? html : openGraph({ html, pathname, publicUrl, files }))
    // Static, so the best compression is worth its time.
    pages.set(file, { ...page, effort: 9 })
  }
  const shell = pages.get(SHELL) ?? pages.get('index.html') ?? pageWith(NOT_BUILT)
  const [title = ''] = /<title>[^<]*<\/title>/.exec(shell.html.toString()) ?? []
  const [, beforeHead = '', betweenHeadAndBody = '', body = ''] =
    /^([\s\S]*?)(<\/head>[\s\S]*?<body[^>]*>)([\s\S]*)$/.exec(
      shell.html.toString().replace(title, ''),
    ) ?? []
  const scriptsOf = await readScripts(folder)
  const known = Object.keys(scriptsOf)
    // Literal paths take precedence over patterns.
    .toSorted((a, b) => wildness(a) - wildness(b))
    .map((pattern) => ({ pattern, fits: fitting(pattern) }))
  const patternOf = (pathname: string) => known.find(({ fits }) => fits.test(pathname))?.pattern
  // Only the shell's own scripts are allowed.
  const compose: Pages['compose'] = ({ pattern, head, noscript = '', data }) => {
    const json = data === undefined ? '' : dataBlock(data)
    const words = noscript === '' ? '' : `<noscript><main>${noscript}</main></noscript>`
    const scripts = preloading(scriptsOf[pattern])
    return pageOf(
      `${beforeHead}${head}${scripts}${json}${betweenHeadAndBody}${words}${body}`,
      shell.csp,
    )
  }
  const variants = new Map<string, Page>()
  /** The page as sent by a site with offers; the page itself if nothing on it depends on them. */
  const offering = (page: Page, offers: string): Page => {
    const key = `${page.etag} ${offers}`
    const known = variants.get(key)
    if (known) return known
    const html = page.html.toString()
    const variant = html.includes(' data-offer=')
      ? {
          ...pageOf(html.replace('<html ', `<html data-offers="${offers}" `), page.csp),
          effort: page.effort,
        }
      : page
    variants.set(key, variant)
    return variant
  }
  const shells = new Map(
    known.map(({ pattern }) => [pattern, { ...compose({ pattern, head: title }), effort: 9 }]),
  )
  const shellOf = (pathname: string) => shells.get(patternOf(pathname) ?? '') ?? shell

  return {
    // Without a build, every path is accepted.
    knows: (pathname) =>
      pages.has(fileOf(pathname)) || known.length === 0 || patternOf(pathname) !== undefined,
    described: described.toSorted(),
    send: (request, reply, pathname, offers = []) => {
      const page = pages.get(fileOf(pathname)) ?? shellOf(pathname)
      return sendPage(request, reply, offers.length === 0 ? page : offering(page, offers.join(' ')))
    },
    compose,
    sendComposed: sendPage,
  }
}

const fileOf = (pathname: string) =>
  pathname === '/' ? 'index.html' : `${pathname.replace(/^\/|\/$/g, '')}/index.html`

const pathOf = (file: string) => `/${file.replace(/\/?index\.html$/, '')}`

/** Scripts of each route's page, as saved by the build (scripts/after-build.ts). */
const readScripts = async (folder: string): Promise<Record<string, string[]>> => {
  const file = await readFile(path.join(folder, '.vite', 'pages.json'), 'utf8').catch(() => '{}')
  return JSON.parse(file)
}

const wildness = (pattern: string) => pattern.split(/[:*]/).length

const fitting = (pattern: string) =>
  new RegExp(`^${pattern.replace(/\/\*$/, '(/.*)?').replaceAll(/\/:\w+/g, '/[^/]+')}/?$`)

/** Preloaded in parallel with the shell's own scripts, not after them. */
const preloading = (scripts: readonly string[] = []) =>
  scripts.map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.csp,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.etag,
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each))
  if (!encoding) return reply.send(page.html)
  return reply.header('content-encoding', encoding).send(encodedAs(page, encoding))
}

const encodedAs = ({ html, encoded, effort }: Page, encoding: Encoding): Buffer => {
  const known = encoded.get(encoding)
  if (known) return known
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort }
  const bytes = encoding === 'br' ? brotliCompressSync(html, { params }) : gzipSync(html)
  encoded.set(encoding, bytes)
  return bytes
}

const pageOf = (html: string, csp: string): Page => ({
  html: Buffer.from(html),
  encoded: new Map(),
  effort: 4,
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  csp,
})

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/**
 * A content security policy that allows only the page's own inline scripts, by their hashes. `api`: another origin for requests.
 */
export const policyOf = (html: string, api = ''): string => {
  const hashes = [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = '']) => !attributes.includes('application/json'))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${api}`,
    `media-src 'self' blob:${api}`,
    `connect-src 'self'${api}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** JSON that a page reads from the id `page-data`; `<` is escaped so that the data cannot end the block. */
const dataBlock = (data: unknown) =>
  `<script type="application/json" id="page-data">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

const NOT_BUILT =
  '<!doctype html><html lang="en"><head><title>Lodestar</title></head><body><p>The web app is not built yet: run <code>npm start</code>.</p></body></html>'
