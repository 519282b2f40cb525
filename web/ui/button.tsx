import Loader from 'lucide-react/icons/loader-circle'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
}

// A button beside a long text does not shrink below its words; a name in it breaks only at the page's edge.
const BASE =
  'inline-flex max-w-full items-center justify-center gap-2 rounded-control border font-semibold no-underline select-none text-center wrap-break-word transition-colors aria-disabled:cursor-progress'

const DISABLED = 'cursor-not-allowed opacity-60'

const VARIANTS = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-control bg-surface text-ink hover:bg-sunk',
  quiet: 'border-transparent bg-transparent text-brand hover:bg-brand-soft hover:text-brand-strong',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-soft',
} satisfies Record<NonNullable<Look['variant']>, string>

const SIZES = {
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-11 px-4 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-lg',
} satisfies Record<NonNullable<Look['size']>, string>

const lookOf = ({ variant = 'primary', size = 'medium' }: Look, extra = '') =>
  `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${extra}`

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** While true, the button keeps its size and focus, shows a spinner, and ignores clicks. */
    busy?: boolean
    /** False until hydration: a click would have no effect. */
    ready?: boolean
    icon?: ReactNode
  }

export const Button = ({
  variant,
  size,
  busy = false,
  ready = true,
  disabled = false,
  icon,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || !ready}
      aria-disabled={busy || undefined}
      onClick={click}
      className={lookOf({ variant, size }, disabled ? `${className} ${DISABLED}` : className)}
    >
      {busy ? <Loader aria-hidden size={18} className="animate-spin" /> : icon}
      {children}
    </button>
  )
}

type ButtonLinkProps = LinkProps & Look & { icon?: ReactNode }

/** A link that looks like a button. */
export const ButtonLink = ({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) => (
  <Link prefetch="intent" {...rest} className={lookOf({ variant, size }, className)}>
    {icon}
    {children}
  </Link>
)

type IconButtonProps = ComponentProps<'button'> & {
  /** Accessible name and tooltip. */
  label: string
}

export const IconButton = ({ label, className = '', children, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={`inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunk hover:text-ink ${className}`}
  >
    {children}
  </button>
)
