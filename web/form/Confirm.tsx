import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'

import { Alert, Button, Dialog, toast } from '#ui'
import { messageOf } from '#web/api'

type Question = {
  /** "Archive this badge?" */
  title: string
  /** Label of the confirming button. */
  action: string
  variant?: ComponentProps<typeof Button>['variant']
  /** Label of the canceling button. */
  keep?: string
  confirm: () => unknown
  /** Toast after success, if the page does not show the result. */
  saved?: string
  /** Error message if the server provides none. */
  failed?: string
  /** Explains the consequences. */
  children: ReactNode
}

/** Dialog that confirms an action, and closes once it has succeeded. */
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

/** A button that asks for confirmation first. */
export const ConfirmButton = ({ button, ...question }: ConfirmButtonProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setOpen(true)} />
      <Confirm {...question} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
