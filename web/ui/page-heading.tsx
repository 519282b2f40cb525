import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

// The site's name, which stands in every page's title. A store, not a context: a context's change would make React draw
// prerendered forms anew while someone types in them.
let siteName = 'Lodestar'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const nameSite = (name: string) => {
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

// The first page that is shown leaves the focus where the browser has put it.
let shownBefore = false

/** The `state` of a link that leaves the focus where it is. */
export const STAY = 'stay'

type PageHeadingProps = (
  | { children: string; title?: string }
  /** A heading that is more than text names the page's title. */
  | { children: ReactNode; title: string }
) & {
  /** What search engines and link previews say about the page. */
  description?: string
  className?: string
}

/** The one h1 of a page. It names the page and takes the focus when someone has navigated to it. */
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
    // Who moves between tabs stays on the tabs.
    if (shownBefore && state !== STAY) heading.current?.focus({ preventScroll: true })
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
