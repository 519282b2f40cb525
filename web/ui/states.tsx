import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { Constellation } from './constellation.tsx'

type EmptyStateProps = {
  title: string
  /** One sentence about the missing content. */
  children: ReactNode
  /** Suggested action. */
  action?: ReactNode
}

export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-6 py-12 text-center">
    <Constellation className="mb-2 h-14 text-muted" />
    <h2 className="text-xl">{title}</h2>
    <p className="max-w-text text-muted">{children}</p>
    {action ? <div className="mt-2">{action}</div> : null}
  </div>
)

type ErrorStateProps = {
  /** Failed action: "Your quests could not be loaded". */
  title: string
  /** The failure; its message is shown if it is fit for users. */
  error: unknown
  onRetry: () => void
}

const callError = (error: unknown) =>
  error instanceof Error && 'status' in error ? error : undefined

export const ErrorState = ({ title, error, onRetry }: ErrorStateProps) => {
  const failure = callError(error)
  if (failure && 'code' in failure && failure.code === 'private') {
    return (
      <p className="rounded-card border border-dashed border-line px-6 py-8 text-center text-muted">
        {failure.message}
      </p>
    )
  }
  const offline = failure?.status === 0
  const words = offline
    ? 'There was no response. Please check your internet connection.'
    : failure?.message || 'Something went wrong.'
  const requestId = failure && 'requestId' in failure ? failure.requestId : undefined
  return (
    <div
      role="alert"
      className="rounded-card border border-danger bg-danger-soft px-6 py-8 text-center"
    >
      <h2 className="text-xl text-danger">{title}</h2>
      <p className="mx-auto mt-2 max-w-text">{words}</p>
      <Button
        variant="secondary"
        className="mt-4"
        icon={<RotateCw aria-hidden size={18} />}
        onClick={onRetry}
      >
        Retry
      </Button>
      {requestId ? (
        <p className="mt-4 text-sm text-muted">
          Request <code>{String(requestId)}</code>
        </p>
      ) : null}
    </div>
  )
}

/** Gray placeholder shape. Appears after 300 ms, so that fast responses do not flicker. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-control bg-sunk ${className}`} />
)

/** Wraps skeletons, and tells screen readers that content is loading. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status">
    <span className="visually-hidden">{label}</span>
    {children}
  </div>
)
