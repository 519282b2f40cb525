import { lazy } from 'react'

// What is at work beside every page of somebody who is signed in, and draws little or nothing.

const PAUSE_MS = 500

/** What changes for a person is followed once the page rests. */
export const LiveUpdates = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return { default: (await import('#web/events')).LiveUpdates }
})
export const Offline = lazy(async () => ({ default: (await import('./Offline.tsx')).Offline }))
