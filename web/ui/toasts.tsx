import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'

export { toast }

const NEXT_PAGE = 'toast'
// The page that leaves a toast may still render.
let isLeaving = false

/** Shows a success toast on the next page that this tab loads. */
export const toastOnNextPage = (words: string): void => {
  isLeaving = true
  try {
    sessionStorage.setItem(NEXT_PAGE, words)
  } catch {
    // Without storage, there is no toast.
  }
}

const sayWhatWasLeft = () => {
  if (isLeaving) return
  try {
    const words = sessionStorage.getItem(NEXT_PAGE)
    sessionStorage.removeItem(NEXT_PAGE)
    if (words !== null) toast.success(words)
  } catch {
    // Storage refused: nothing was left.
  }
}

const ICONS = {
  success: <CircleCheck aria-hidden size={20} className="shrink-0 text-success" />,
  error: <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />,
}

const ERROR = { role: 'alert', 'aria-live': 'assertive' } as const

/** Top right, at most 20 (the library's limit), with the durations of the client's specification. Headless: injects no styles. */
export const Toasts = () => {
  const { toasts, handlers } = useToaster({
    duration: 4000,
    success: { duration: 2000 },
    error: { duration: 4000 },
  })
  useEffect(sayWhatWasLeft, [])
  return (
    <div
      className="no-print pointer-events-none fixed top-[calc(var(--top-bar)+12px)] right-4 z-50 flex w-[min(24rem,calc(100vw-32px))] flex-col items-end gap-2"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((entry) => entry.visible)
        .map((entry) => (
          <div
            key={entry.id}
            {...(entry.type === 'error' ? ERROR : entry.ariaProps)}
            className="toast pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-over"
          >
            <span className="flex min-h-9 items-center gap-3">
              {entry.type === 'success' || entry.type === 'error' ? ICONS[entry.type] : entry.icon}
              <span>{resolveValue(entry.message, entry)}</span>
            </span>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => toast.dismiss(entry.id)}
              className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunk hover:text-ink"
            >
              <X aria-hidden size={16} />
            </button>
          </div>
        ))}
    </div>
  )
}
