import { type ReactNode, useState } from 'react'

import { useRefreshUser } from '#views/auth'

type Props = {
  src: string
  alt: string
  className?: string
  /** In place of a framed picture of at most half a screen. */
  look?: string
  onLoad?: (image: HTMLImageElement) => void
  /** Where the picture does not come, in place of a sentence that says so. */
  instead?: ReactNode
}

const FRAMED =
  '[aspect-ratio:auto_4/3] max-h-[32rem] w-full rounded-card border border-line bg-sunk object-scale-down'

/**
 * A picture that only some may see. It is asked for with the session's cookie, which is short-lived: when it does not
 * come, the session is renewed once and the picture asked for again.
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
