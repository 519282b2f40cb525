import { notifications } from './queries.ts'

/** The service worker's registration, if push is supported. */
const findWorker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}

export const findSubscription = async () => {
  const worker = await findWorker()
  const subscription = await worker?.pushManager.getSubscription()
  return { isPossible: worker !== undefined, isOn: Boolean(subscription) }
}

/** @throws DOMException if the browser or the user refuses */
export const subscribeDevice = async (key: string): Promise<void> => {
  const worker = await findWorker()
  if (!worker) return
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await notifications.subscribeToPush({ body: { endpoint, keys: { p256dh, auth } } })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

export const unsubscribeDevice = async (): Promise<void> => {
  const worker = await findWorker()
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await notifications.unsubscribeFromPush({ query: { endpoint: subscription.endpoint } })
}
