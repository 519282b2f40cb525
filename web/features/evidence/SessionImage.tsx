import { type ReactNode, useState } from 'react'

import { useRefreshUser } from '#views/auth'

type Props = {
  src: string
  alt: string
  className?: string
  /** Replaces the default classes: framed, at most half a screen high. */
  look?: string
  onLoad?: (image: HTMLImageElement) => void
  /** Shown if the picture fails to load; defaults to a message. */
  instead?: ReactNode
}

const FRAMED =
  '[aspect-ratio:auto_4/3] max-h-[32rem] w-full rounded-card border border-line bg-sunk object-scale-down'

/**
 * A picture with restricted access. Browsers send the session cookie, which is short-lived: on failure, refreshes the session
 * once and retries.
 */
export const SessionImage = ({
  src,
  alt,
  className = '',
  look = FRAMED,
  onLoad,
  instead,
}: Props) => {
  const [state, setState] = useState<'first' | 'again' | 'failed'>('first')
  const refresh = useRefreshUser()
  const fail = async () => {
    if (state !== 'first') return setState('failed')
    await refresh()
    setState('again')
  }
  if (state === 'failed') {
    return (
      instead ?? (
        <p className="rounded-card border border-dashed border-line px-4 py-8 text-center text-sm text-muted">
          The picture “{alt}” could not be loaded.
        </p>
      )
    )
  }
  return (
    <img
      key={state}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => void fail()}
      onLoad={(event) => onLoad?.(event.currentTarget)}
      className={`${look} ${className}`}
    />
  )
}
