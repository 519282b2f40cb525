import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { connect, type Page } from 'puppeteer-core'

import { SAMPLE_PASSWORD } from '#features/sample'

// npm run lighthouse [-- --site URL] [path …]: starts the built product with its sample, or takes a running site with the sample, such as
// one behind a proxy with HTTP/2. Visits pages with Lighthouse's phone emulation, and prints the median of five visits. Needs Chromium;
// uses the one at CHROME_PATH.

type Visited = {
  /** One of the sample people; undefined for an anonymous visitor. */
  email?: string
  /** The page is the first one that a link on this other page leads to. */
  linkedFrom?: string
}

const [LEARNER, PARENT, ADVISOR] = ['student', 'parent', 'advisor'].map(
  (name) => `${name}@example.org`,
)

const PAGES: Record<string, Visited> = {
  '/': {},
  '/demo': {},
  '/login': {},
  '/register': {},
  '/portfolio/maya-l': {},
  '/dashboard': { email: LEARNER },
  '/quests': { email: LEARNER },
  '/quests/': { email: LEARNER, linkedFrom: '/quests' },
  '/communication/': { email: LEARNER, linkedFrom: '/communication' },
  '/calendar': { email: LEARNER },
  '/parent/dashboard': { email: PARENT },
  '/parent/dashboard/': { email: PARENT, linkedFrom: '/parent/dashboard' },
  '/advisor/reviews/': { email: ADVISOR, linkedFrom: '/advisor' },
}
const VISITS = 5
const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A site on this machine has a certificate of its own.
  '--ignore-certificate-errors',
]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TIMES = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const startProduct = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodestar-lighthouse-'))
  await chmod(folder, 0o711)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const isUp = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 300) throw new Error('The product did not start.')
    await sleep(100)
  }
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  }
  return { url, stop }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Opens a session in the browser, like the sign-in form. */
const signIn = async (page: Page, site: string, email: string) => {
  // The smallest document of the site's origin.
  await page.goto(`${site}/favicon.svg`)
  const status = await page.evaluate(
    async (body) => {
      const reply = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const { user, ...tokens } = await reply.json()
      const kept = { user: JSON.stringify(user), ...tokens }
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, String(value))
      return reply.status
    },
    JSON.stringify({ email, password: SAMPLE_PASSWORD }),
  )
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status}`)
}

const openBrowser = async () => {
  const chrome = await launch({
    chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    chromeFlags: CHROMIUM_FLAGS,
  })
  const browser = await connect({
    browserURL: `http://127.0.0.1:${chrome.port}`,
    defaultViewport: null,
  })
  return { chrome, page: await browser.newPage() }
}

/** Follows the link to a page whose address ends with an id. */
const findAddress = async (site: string, start: string, { email, linkedFrom }: Visited) => {
  if (!linkedFrom) return start
  const { chrome, page } = await openBrowser()
  try {
    if (email) await signIn(page, site, email)
    await page.goto(`${site}${linkedFrom}`)
    // The ids of pages are UUIDs.
    const link = await page.waitForSelector(`main a[href^="${start}"][href*="-"]`)
    return await link!.evaluate((link) => new URL((link as HTMLAnchorElement).href).pathname)
  } finally {
    chrome.kill()
  }
}

/**
 * One visit, in a separate browser: scores from 0 to 100, times in milliseconds, and suggestions. Undefined if Lighthouse fails,
 * which happens occasionally: the browser's trace then lacks its beginning.
 */
const visit = async (site: string, path: string, email: string | undefined) => {
  const { chrome, page } = await openBrowser()
  try {
    if (email) await signIn(page, site, email)
    const flags = {
      port: chrome.port,
      logLevel: 'error',
      disableStorageReset: true,
      // The event stream never becomes idle; everything else does within a few seconds.
      maxWaitForLoad: 20_000,
    } as const
    const result = await lighthouse(`${site}${path}`, flags, undefined, page)
    if (!result) throw new Error(`Lighthouse has nothing to say about ${path}`)
    if (result.lhr.runtimeError) {
      console.log(`${path} is visited again: ${result.lhr.runtimeError.message}`)
      return undefined
    }
    const shown = new URL(result.lhr.finalDisplayedUrl).pathname
    if (shown !== path) throw new Error(`${path} leads to ${shown}`)
    const { audits, categories } = result.lhr
    const figures = [
      ...CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
      ...Object.values(TIMES).map((name) => audits[name]?.numericValue ?? Number.NaN),
    ]
    const flawed = CATEGORIES.filter((name) => name !== 'performance')
      .flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id)
    return { figures, flawed }
  } finally {
    chrome.kill()
  }
}

const { values, positionals: pages } = parseArgs({
  options: { site: { type: 'string' } },
  allowPositionals: true,
})
const product = values.site ? { url: values.site, stop: () => {} } : await startProduct()
const flaws = new Set<string>()
try {
  for (const name of pages.length > 0 ? pages : Object.keys(PAGES)) {
    const visited = PAGES[name] ?? {}
    const page = await findAddress(product.url, name, visited)
    const visits: number[][] = []
    for (let tries = 0; visits.length < VISITS; tries += 1) {
      if (tries === 2 * VISITS) throw new Error(`Lighthouse cannot visit ${page}`)
      const seen = await visit(product.url, page, visited.email)
      if (!seen) continue
      visits.push(seen.figures)
      for (const flaw of seen.flawed) flaws.add(`${name}: ${flaw}`)
    }
    const at = (column: number) => median(visits.map((figures) => figures[column] ?? Number.NaN))
    const row = {
      Performance: at(0),
      Accessibility: at(1),
      'Best practices': at(2),
      SEO: at(3),
      'LCP ms': Math.round(at(4)),
      'TBT ms': Math.round(at(5)),
      CLS: at(6).toFixed(3),
    }
    // Printed as it completes: all of them take half an hour.
    console.table({ [name]: row })
  }
  for (const flaw of flaws) console.log(flaw)
} finally {
  await product.stop()
}
