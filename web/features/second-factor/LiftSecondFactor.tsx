import { useState } from 'react'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { messageOf, useChange } from '#web/api'

import { secondFactor } from './queries.ts'

/** For an admin: removes the second factor of somebody who has lost it. */
export const LiftSecondFactor = ({ id, name }: { id: string; name: string }) => {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState(false)
  const lift = useChange(secondFactor.liftSecondFactor, {
    onSuccess: () => {
      setOpen(false)
      setDone(true)
    },
  })
  return (
    <>
      <Button variant="secondary" disabled={done} onClick={() => setOpen(true)}>
        Remove the second factor
      </Button>
      <p role="status" className="font-medium text-success">
        {done ? `${name} signs in with the password alone now.` : ''}
      </p>
      <Dialog
        open={open}
        title={`Remove the second factor of ${name}?`}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              variant="danger"
              busy={lift.isPending}
              onClick={() => lift.mutate({ params: { id } })}
            >
              Remove it
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <p>
            Be sure that it is really {name} who asks: by a call, or in person. The password alone
            signs in then, every session of theirs ends, and a letter tells them. The log says that
            it was you.
          </p>
          {lift.isError ? (
            <Alert tone="danger" role="alert">
              {messageOf(lift.error, 'It could not be removed. Please try again.')}
            </Alert>
          ) : null}
        </div>
      </Dialog>
    </>
  )
}
