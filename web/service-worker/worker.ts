import {
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// Opens the app offline: caches its shell and the scripts of offline pages. Caches no personal data: pages save replies in the
// user's own storage (web/offline).

declare const self: ServiceWorkerGlobalScope
/** List inserted by the build; see scripts/service-worker.ts. */
declare const PRECACHED: PrecacheEntry[]
declare const SHELL: string

/** Milliseconds after which a stalled network counts as offline. */
const PATIENCE_MS = 8000

const page = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    return (await matchPrecache(SHELL)) ?? Response.error()
  }
}

// Network first, so that nobody stays on an old version. Registered first, because the shell is also among the files below, which
// are served from the cache.
registerRoute(
  new NavigationRoute(({ request }) => page(request), { denylist: [/^\/api\//, /\/feed\//] }),
)
precacheAndRoute(PRECACHED)
cleanupOutdatedCaches()

// Controls the first visit too. A new version waits until all pages of the old one are closed, because they use its files.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const DEFAULT_PUSH = { title: 'You have a new notification', path: '/notifications' }

/** Pushes have no details. One without a valid payload is shown too, because browsers require it. */
const readPush = (event: PushEvent): typeof DEFAULT_PUSH => {
  try {
    return { ...DEFAULT_PUSH, ...event.data?.json() }
  } catch {
    return DEFAULT_PUSH
  }
}

self.addEventListener('push', (event) => {
  const { title, path } = readPush(event)
  const shown = { icon: '/icon-192.png', tag: 'notification', data: path }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = new URL(String(event.notification.data), self.location.origin)
  const open = async () => {
    const [page] = await self.clients.matchAll({ type: 'window' })
    if (!page) return self.clients.openWindow(href)
    await page.focus()
    return page.navigate(href)
  }
  event.waitUntil(open())
})
