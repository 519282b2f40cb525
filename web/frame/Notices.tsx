import { useSyncExternalStore } from 'react'

import { lazyPart, Toasts } from '#ui'
import { unsaved } from '#web/form'

const LeaveGuard = lazyPart(() => import('./LeaveGuard.tsx'), 'LeaveGuard')

/** What the frame says over any page: toasts, and a question before unsaved input is left. */
export const Notices = () => {
  const hasUnsaved = useSyncExternalStore(unsaved.subscribe, unsaved.any, () => false)
  return (
    <>
      <Toasts />
      {hasUnsaved ? <LeaveGuard /> : null}
    </>
  )
}
