import { useEffect } from 'react'

import { HandIns } from '#views/quests'

import { NoConnection } from './NoConnection.tsx'

/** What every page of somebody who is signed in does about a network that comes and goes. */
export const Offline = () => {
  useEffect(() => {
    // The worker keeps the app itself, for the next time that it is opened.
    if (import.meta.env.PROD)
      void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
  return (
    <>
      <div role="status">
        <NoConnection meaning="You see what was here last, and what you write stays on this device." />
      </div>
      <HandIns />
    </>
  )
}
