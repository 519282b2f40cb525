import { useEffect } from 'react'
import { useBlocker } from 'react-router'

import { Button, Dialog } from '#ui'
import { unsavedChanges } from '#web/form'
import { isAppResetting } from '#web/session'

/** Asks before leaving a page with unsaved input. Mounted only then. */
export const LeaveGuard = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedChanges.any() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedChanges.any() && !isAppResetting()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button variant="secondary" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button onClick={() => blocker.reset?.()}>Stay on this page</Button>
        </>
      }
    >
      <p>What you entered on this page has not been saved and would be lost.</p>
    </Dialog>
  )
}
