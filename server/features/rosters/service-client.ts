import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '#platform/config'
import type { ServiceRecord } from '#rules/roster-service'

import { MAX_UNPACKED, UnreadableRoster } from './read-files.ts'

// A consumer of the OneRoster 1.2 rostering service with OAuth 2 client credentials (decisions/0089).

const BASE_PATH = '/ims/oneroster/rostering/v1p2'
const SCOPES = ['roster.readonly', 'roster-demographics.readonly']
  .map((name) => `https://purl.imsglobal.org/spec/or/v1p2/scope/${name}`)
  .join(' ')

const PAGE_SIZE = 1000
const MAX_PAGES = 10_000
/** In bytes, of one page: objects in memory can take twenty times as much. */
const MAX_PAGE = 10_000_000
/** Some services send everything in one page, whatever they are asked for. */
const MAX_RECORDS_IN_PAGE = 50_000
const TRIES = 5
const REQUEST_TIMEOUT_MS = 60_000
/** The pause before a retry doubles from the first to the second. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1000, 60_000]

export type Service = { url: string; tokenUrl: string; clientId: string; clientSecret: string }

/** The configured service of the school, or undefined. */
export const serviceOf = (config: Config): Service | undefined => {
  const { ONEROSTER_URL, ONEROSTER_TOKEN_URL, ONEROSTER_CLIENT_ID, ONEROSTER_CLIENT_SECRET } =
    config
  if (!ONEROSTER_URL || !ONEROSTER_TOKEN_URL) return undefined
  const base = ONEROSTER_URL.replace(/\/+$/, '')
  return {
    url: base.endsWith(BASE_PATH) ? base : base + BASE_PATH,
    tokenUrl: ONEROSTER_TOKEN_URL,
    clientId: ONEROSTER_CLIENT_ID ?? '',
    clientSecret: ONEROSTER_CLIENT_SECRET ?? '',
  }
}

const failure = (what: string, reason: string) =>
  new UnreadableRoster(`The school’s service did not give its ${what}: ${reason}`)

/** Bytes that a service may still send: each page is limited, and so is the whole. */
type Budget = { left: number }

/** Reads a body up to a limit: a wrong address may answer without end. */
const readBody = async (response: Response, what: string, budget: Budget): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    budget.left -= chunk.byteLength
    if (budget.left < 0) throw failure(what, 'it sends more than 1 GB.')
    if (size > MAX_PAGE) throw failure(what, 'an answer is larger than 10 MB.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw failure(what, 'an answer is no JSON, or only half of it.')
  }
}

/** In milliseconds; `Retry-After` in seconds or as a date. */
const pauseBefore = (attempt: number, retryAfter: string | null): number => {
  const usual = FIRST_PAUSE_MS * 2 ** (attempt - 1)
  if (retryAfter === null) return Math.min(usual, MAX_PAUSE_MS)
  const asked = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now()
  return Math.min(Math.max(0, Number.isNaN(asked) ? usual : asked), MAX_PAUSE_MS)
}

/** Requests an address until it answers other than with 429 or 5xx, five times. Redirects are refused: they may lead elsewhere. */
const request = async (
  url: string,
  what: string,
  { signal, budget, ...init }: RequestInit & { signal: AbortSignal; budget: Budget },
): Promise<{ response: Response; body: unknown }> => {
  let reason = ''
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    let retryAfter: string | null = null
    try {
      const limits = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
      const response = await fetch(url, { ...init, redirect: 'error', signal: limits })
      if (response.status !== 429 && response.status < 500) {
        return { response, body: response.ok ? await readBody(response, what, budget) : undefined }
      }
      reason = `it answers ${response.status} each time.`
      retryAfter = response.headers.get('retry-after')
      await response.body?.cancel()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnreadableRoster) throw error
      reason = 'it cannot be reached, or breaks off.'
    }
    if (attempt < TRIES) await sleep(pauseBefore(attempt, retryAfter), undefined, { signal })
  }
  throw failure(what, reason)
}

const fetchToken = async (
  service: Service,
  signal: AbortSignal,
  budget: Budget,
): Promise<string> => {
  const { clientId, clientSecret } = service
  const encoded = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const { response, body } = await request(service.tokenUrl, 'token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }),
    signal,
    budget,
  })
  const token =
    typeof body === 'object' && body !== null && 'access_token' in body
      ? body.access_token
      : undefined
  if (!response.ok || typeof token !== 'string') {
    throw failure(
      'token',
      `it answers ${response.status}. Check ONEROSTER_CLIENT_ID and ONEROSTER_CLIENT_SECRET.`,
    )
  }
  return token
}

/** Address of the next page in a Link header (RFC 8288). */
const nextLink = (header: string | null): string | undefined =>
  header
    ?.split(/,\s*(?=<)/)
    .find((link) => /;\s*rel="?next"?/i.test(link))
    ?.match(/^<([^>]*)>/)?.[1]

/**
 * Reads collections of a service. Its token is renewed once per collection.
 * @param maxBytes of all answers together
 */
export const openService = (service: Service, signal: AbortSignal, maxBytes = MAX_UNPACKED) => {
  const budget = { left: maxBytes }
  let token: string | undefined
  const { origin, pathname } = new URL(service.url)

  const get = async (url: string, what: string) => {
    for (const isRetry of [false, true]) {
      token ??= await fetchToken(service, signal, budget)
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const answer = await request(url, what, { headers, signal, budget })
      if (answer.response.ok) return answer
      if (answer.response.status !== 401 || isRetry) {
        throw failure(what, `it answers ${answer.response.status}.`)
      }
      token = undefined
    }
    throw failure(what, 'it does not accept its own token.')
  }

  /** Pages of a collection. @throws UnreadableRoster unless all of its records arrive */
  const pages = async function* (collection: string): AsyncGenerator<ServiceRecord[]> {
    let url = `${service.url}/${collection}?limit=${PAGE_SIZE}&offset=0`
    let received = 0
    const seen = new Set<string>()
    for (let page = 0; page < MAX_PAGES; page += 1) {
      seen.add(url)
      const { response, body } = await get(url, collection)
      const records =
        typeof body === 'object' && body !== null
          ? (body as Record<string, unknown>)[collection]
          : undefined
      if (!Array.isArray(records)) throw failure(collection, `an answer has no “${collection}”.`)
      if (records.length > MAX_RECORDS_IN_PAGE) {
        throw failure(collection, `an answer has more than ${MAX_RECORDS_IN_PAGE} records.`)
      }
      received += records.length
      yield records as ServiceRecord[]
      const count = response.headers.get('x-total-count')
      const total = count === null || count === '' ? undefined : Number(count)
      const link = nextLink(response.headers.get('link'))
      const isMore = total === undefined ? records.length === PAGE_SIZE : received < total
      if (link === undefined && !isMore) {
        if (total !== undefined && received > total) {
          throw failure(collection, `it sent ${received} of ${total} records: try again.`)
        }
        return
      }
      if (records.length === 0) {
        throw failure(collection, `a page is missing: ${received} of ${total} records arrived.`)
      }
      const next = new URL(link ?? `?limit=${PAGE_SIZE}&offset=${received}`, url)
      if (next.origin !== origin || !next.pathname.startsWith(pathname)) {
        throw failure(collection, 'its next page is at another address.')
      }
      url = next.href
      if (seen.has(url)) throw failure(collection, 'its pages repeat.')
    }
    throw failure(collection, `it has more than ${MAX_PAGES} pages.`)
  }
  return { pages }
}
