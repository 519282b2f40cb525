import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'

import { IconButton } from './button.tsx'

type DialogProps = {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons in the footer, the main one last. */
  actions?: ReactNode
}

/** Native modal dialog: traps and restores focus, and closes on Escape or a click outside. */
export const Dialog = ({ open, title, onClose, children, actions }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      closedby="any"
      className="dialog m-auto w-[min(36rem,calc(100vw-32px))] rounded-sheet border border-line bg-surface p-0 text-ink shadow-over backdrop:bg-sky-deep/60"
    >
      <div className="flex max-h-[calc(100dvh-64px)] flex-col">
        <header className="flex items-start justify-between gap-4 px-6 pt-5">
          <h2 id={id} className="pt-1.5 text-xl">
            {title}
          </h2>
          <IconButton label="Close" onClick={() => dialog.current?.close()} className="-mr-2">
            <X aria-hidden size={20} />
          </IconButton>
        </header>
        <div className="overflow-y-auto px-6 pt-2 pb-6">{children}</div>
        {actions ? (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4">
            {actions}
          </footer>
        ) : null}
      </div>
    </dialog>
  )
}
