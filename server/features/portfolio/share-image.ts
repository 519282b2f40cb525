import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import sharp from 'sharp'

import type { PublicPortfolio } from '#contract/portfolio'
import { unavailable } from '#platform/http'
import { createQueue } from '#platform/queue'
import { createWorkerThread } from '#platform/thread'

import type { SharedFacts } from './draw-share-image.ts'

/** An image depends only on its facts, so each is drawn once; number of cached images. */
const CACHED = 200

/** Fonts are large, and a name in several scripts needs several: reading them on the main thread would block it. */
const drawOnThread = createWorkerThread({ heapMb: 256, seconds: 30 })<SharedFacts, string>(
  new URL('./draw-share-image.ts', import.meta.url),
  'draw',
)

const queue = createQueue({
  concurrency: 1,
  maxWaiting: 20,
  full: () => unavailable('The server is busy. Please try again in a moment.'),
})
const cache = new LRUCache<string, Buffer, SharedFacts>({
  max: CACHED,
  // Callers that wait for a picture get it, also if its place is needed meanwhile.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context }) =>
    queue(async () => {
      const svg = await drawOnThread(context)
      return sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
    }),
})

/** The image of a portfolio in link previews: PNG, 1200 × 630. It contains only data that is also in the page's head. */
export const shareImage = async (
  { display_name, title, xp, quests }: PublicPortfolio,
  siteName: string,
): Promise<{ png: Buffer; etag: string }> => {
  const questsDone = quests.filter(({ completed }) => completed).length
  const facts = { display_name, title, xp, questsDone, siteName }
  const png = await cache.forceFetch(JSON.stringify(facts), { context: facts })
  return { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
}
