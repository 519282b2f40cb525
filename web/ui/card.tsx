import type { ComponentProps, ReactNode } from 'react'

export const Card = ({ className = '', ...rest }: ComponentProps<'section'>) => (
  <section
    {...rest}
    className={`rounded-card border border-line bg-surface p-5 shadow-low sm:p-6 ${className}`}
  />
)

type SectionCardProps = {
  /** Id of the heading, for links to it. */
  id: string
  title: string
  className?: string
  /** Adds space below the heading. */
  spaced?: boolean
  children: ReactNode
}

/** A card labeled by its heading. */
export const SectionCard = ({ id, title, className, spaced, children }: SectionCardProps) => (
  <Card aria-labelledby={id} className={className}>
    <h2 id={id} className={spaced ? 'mb-4 text-xl' : 'text-xl'}>
      {title}
    </h2>
    {children}
  </Card>
)

const CHIP_TONES = {
  neutral: 'bg-sunk text-ink',
  brand: 'bg-brand-soft text-brand-strong',
  gold: 'bg-gold-soft text-gold',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

type ChipProps = { tone?: keyof typeof CHIP_TONES; icon?: ReactNode; children: ReactNode }

/** Short label: a state, a kind, a number. */
export const Chip = ({ tone = 'neutral', icon, children }: ChipProps) => (
  <span
    className={`inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium wrap-break-word ${CHIP_TONES[tone]}`}
  >
    {icon}
    {children}
  </span>
)
