import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'

export const CONTROL =
  'block w-full min-h-11 rounded-control border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted transition-colors hover:border-ink aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] disabled:bg-sunk disabled:text-muted'

export type FieldFrame = {
  /** Id of the control, referenced by label, hint and message. */
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Shows "optional" next to the label. All other fields are required. */
  optional?: boolean
}

/** Attributes that associate a control with its label, hint and message. */
export const controlProps = ({ id, hint, error, optional }: FieldFrame) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby':
    [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
  'aria-required': optional ? undefined : (true as const),
})

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
      <CircleAlert aria-hidden size={16} className="mt-[0.18em] shrink-0" />
      <span id={`${id}-error`}>{error}</span>
    </p>
  ) : null

/** Label, hint, control, error message. */
export const Field = ({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: FieldFrame & { children: ReactNode }) => (
  <div>
    <div className="mb-1.5 flex items-baseline justify-between gap-3">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {optional ? <span className="shrink-0 text-sm text-muted">optional</span> : null}
    </div>
    {hint ? (
      <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-sm text-muted">
        {hint}
      </p>
    ) : null}
    {children}
    <FieldError id={id} error={error} />
  </div>
)
