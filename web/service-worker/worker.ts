import {
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// What lets the app open without a network: its shell and the scripts of the pages that work then. It keeps nothing of
// anybody: what was read is the page's to keep, in the browser's storage of the person (web/offline).

declare const self: ServiceWorkerGlobalScope
/** The build puts the list here; see scripts/service-worker.ts. */
declare const PRECACHED: PrecacheEntry[]
declare const SHELL: string

/** A network that is there and carries nothing is as good as none. */
const PATIENCE_MS = 8000

const page = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    return (await matchPrecache(SHELL)) ?? Response.error()
  }
}

// Pages come from the network wherever there is one, so that nobody stays on an old version. This route comes first: the
// shell is among the files below, which come from the cache.
registerRoute(
  new NavigationRoute(({ request }) => page(request), { denylist: [/^\/api\//, /\/feed\//] }),
)
precacheAndRoute(PRECACHED)
cleanupOutdatedCaches()

// The first visit is looked after as well. A new version waits until the pages of the old one are closed: theirs are its files.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const SAID = { title: 'You have a new notification', path: '/notifications' }

/** A push says nothing of what it is about; one without words, or in others than ours, is shown all the same: browsers insist. */
const readPush = (event: PushEvent): typeof SAID => {
  try {
    return { ...SAID, ...event.data?.json() }
  } catch {
    return SAID
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
