import { useSyncExternalStore } from 'react'

import { lazyPart, Toasts } from '#ui'
import { unsavedChanges } from '#web/form'

const LeaveGuard = lazyPart(() => import('./LeaveGuard.tsx'), 'LeaveGuard')

/** Overlays of the frame: toasts, and the prompt for unsaved input. */
export const Notices = () => {
  const hasUnsaved = useSyncExternalStore(unsavedChanges.subscribe, unsavedChanges.any, () => false)
  return (
    <>
      <Toasts />
      {hasUnsaved ? <LeaveGuard /> : null}
    </>
  )
}
