import { useSyncExternalStore } from 'react'

import { lazyPart, Toasts } from '#ui'
import { unsaved } from '#web/form'

const LeaveGuard = lazyPart(() => import('./LeaveGuard.tsx'), 'LeaveGuard')

/** Overlays of the frame: toasts, and the prompt for unsaved input. */
export const Notices = () => {
  const hasUnsaved = useSyncExternalStore(unsaved.subscribe, unsaved.any, () => false)
  return (
    <>
      <Toasts />
      {hasUnsaved ? <LeaveGuard /> : null}
    </>
  )
}
