import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'

import { Alert, Button, Dialog, toast } from '#ui'
import { messageOf } from '#web/api'

type Question = {
  /** "Archive this badge?" */
  title: string
  /** What the button says that does it. */
  action: string
  variant?: ComponentProps<typeof Button>['variant']
  /** What the button says that leaves everything as it is. */
  keep?: string
  confirm: () => unknown
  /** What to say once it is done, where the page does not show it. */
  saved?: string
  /** What to say about a failure for which the server has no words. */
  failed?: string
  /** What comes of it. */
  children: ReactNode
}

/** Asks once more before something is done, and closes when it is. */
export const Confirm = ({
  open,
  onClose,
  title,
  action,
  variant = 'danger',
  keep = 'Cancel',
  confirm,
  saved,
  failed,
  children,
}: Question & { open: boolean; onClose: () => void }) => {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => confirm(),
    onSuccess: () => {
      onClose()
      if (saved) toast.success(saved)
    },
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={close}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {keep}
          </Button>
          <Button variant={variant} busy={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {children}
        {error ? (
          <Alert tone="danger" role="alert">
            {messageOf(error, failed)}
          </Alert>
        ) : null}
      </div>
    </Dialog>
  )
}

type ConfirmButtonProps = Question & {
  button: Pick<
    ComponentProps<typeof Button>,
    'variant' | 'size' | 'className' | 'aria-label' | 'children'
  >
}

/** A button that asks before it does what it says. */
export const ConfirmButton = ({ button, ...question }: ConfirmButtonProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setOpen(true)} />
      <Confirm {...question} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
