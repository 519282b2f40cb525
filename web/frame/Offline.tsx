import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'

import { sendAllAnswers, sendAnswers } from '#views/practice'
import { QueuedSubmissions, sendUnsentWork } from '#views/quests'
import { connection } from '#web/api'
import { session } from '#web/session'

import { awaitScript } from './await-script.ts'

/** Offline support of every signed-in page. */
export const Offline = () => {
  useEffect(() => {
    globalThis.awaitScript = awaitScript
    // The service worker stores the app itself for the next visit.
    if (import.meta.env.PROD)
      void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway, () => false)
  useEffect(() => {
    if (!isAway) void sendAnswers()
  }, [isAway])
  useEffect(() => session.saveBeforeSignOut(sendAllAnswers), [])
  useEffect(() => session.saveBeforeSignOut(sendUnsentWork), [])
  const isWaiting = useNavigation().state !== 'idle'
  return (
    <>
      <div role="status">
        {isAway ? (
          <p className="no-print fixed inset-x-0 top-(--top-bar) z-20 flex items-center justify-center gap-2 border-b border-line bg-warning-soft px-4 py-1 text-sm font-medium text-warning">
            <WifiOff aria-hidden size={16} className="shrink-0" />
            No connection.{' '}
            {isWaiting
              ? 'The page will load as soon as you are back online.'
              : 'You are seeing the last saved version, and what you write is kept on this device.'}
          </p>
        ) : null}
      </div>
      <QueuedSubmissions />
    </>
  )
}
