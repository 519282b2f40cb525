declare const self: ServiceWorkerGlobalScope

const NEWS = '/notifications'

/**
 * Says on the device that something is new, whatever a push holds: what it is about is read after opening the site, by whoever
 * is signed in there.
 */
export const listenToPush = (): void => {
  self.addEventListener('push', (event) => {
    const shown = self.registration.showNotification('You have a new notification', {
      icon: '/icon-192.png',
      // The newest one alone: ten of them say nothing more.
      tag: 'news',
    })
    event.waitUntil(shown)
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openNews())
  })
}

/** In a page of this site that is open, else in a new one. */
const openNews = async (): Promise<void> => {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) await self.clients.openWindow(NEWS)
  else {
    await open.focus()
    await open.navigate(NEWS)
  }
}
