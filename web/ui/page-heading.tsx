import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

// The site's name, part of every page title. A store instead of a context: a context change would re-render prerendered forms
// while someone types.
let siteName = 'Lodestar'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const setSiteName = (name: string) => {
  siteName = name
  for (const listener of listeners) listener()
}

export const PageTitle = ({ title }: { title?: string | undefined }) => {
  const site = useSyncExternalStore(
    subscribe,
    () => siteName,
    () => 'Lodestar',
  )
  return <title>{title ? `${title} · ${site}` : site}</title>
}

// The first page does not move focus.
let shownBefore = false

/** `state` of a link that does not move focus. */
export const KEEP_FOCUS = 'stay'

type PageHeadingProps = (
  | { children: string; title?: string }
  /** A heading that is not plain text provides the page's title. */
  | { children: ReactNode; title: string }
) & {
  /** Meta description for search engines and link previews. */
  description?: string
  className?: string
}

/** The h1 of a page. Sets the document title, and takes focus after navigation. */
export const PageHeading = ({
  children,
  title,
  description,
  className = 'text-2xl sm:text-3xl',
}: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, state } = useLocation()
  const shownFor = useRef<string>(undefined)
  useEffect(() => {
    if (shownFor.current === pathname) return
    shownFor.current = pathname
    // Focus stays on the tabs when switching between them.
    if (shownBefore && state !== KEEP_FOCUS) heading.current?.focus({ preventScroll: true })
    shownBefore = true
  })
  const ownWords = typeof children === 'string' ? children : undefined
  return (
    <>
      <PageTitle title={title ?? ownWords} />
      {description ? <meta name="description" content={description} /> : null}
      <h1 ref={heading} tabIndex={-1} className={className}>
        {children}
      </h1>
    </>
  )
}
