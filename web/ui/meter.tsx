type GrowingBarProps = {
  /** Fractions from 0 to 1. */
  from: number
  to: number
  /** Color utility of the bar. */
  fill?: string
}

/** Bar that grows from one value to another when it appears. Decorative: say the values in words beside it. */
export const GrowingBar = ({ from, to, fill = 'bg-brand' }: GrowingBarProps) => (
  <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-full bg-surface">
    <span className={`h-full ${fill}`} style={{ width: `${from * 100}%` }} />
    <span
      className={`growing-bar h-full rounded-r-full ${fill}`}
      style={{ width: `${(to - from) * 100}%` }}
    />
  </span>
)

type ProgressBarProps = {
  /** Name of the measured progress. */
  label: string
  value: number
  max?: number
  className?: string
}

export const ProgressBar = ({ label, value, max = 1, className = '' }: ProgressBarProps) => (
  <progress
    aria-label={label}
    value={Math.min(value, max)}
    max={max}
    className={`progress block h-2 w-full ${className}`}
  />
)
