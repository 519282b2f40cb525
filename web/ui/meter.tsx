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
