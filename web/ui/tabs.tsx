import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { KEEP_FOCUS } from './page-heading.tsx'

type TabsProps = {
  /** Accessible name of the tab list. */
  label: string
  /** Each view has its own URL. */
  tabs: readonly { to: string; label: string; icon?: ReactNode }[]
  current: string
  /** The current view. */
  children: ReactNode
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

const idOf = (to: string) => `tab-${to.replaceAll('/', '-')}`

/** Tabs for views of one object. Arrow keys, Home and End switch between them. */
export const Tabs = ({ label, tabs, current, children }: TabsProps) => {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls only the tab list, which may be wider than a phone's screen. Tab widths depend on the loaded font.
    void document.fonts.ready.then(() => {
      const tab = document.getElementById(idOf(current))
      if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft
    })
  }, [current])
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key]
    // Uses the focused tab, because with fast key presses focus is ahead of the view.
    const at = tabs.findIndex(({ to }) => idOf(to) === (event.target as HTMLElement).id)
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 }
    const next = step ? (at + step + tabs.length) % tabs.length : ends[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    document.getElementById(idOf(tab.to))?.focus()
    void navigate(tab.to, { state: KEEP_FOCUS, preventScrollReset: true })
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        className="no-print flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            state={KEEP_FOCUS}
            preventScrollReset
            prefetch="intent"
            role="tab"
            id={idOf(tab.to)}
            aria-selected={tab.to === current}
            aria-controls="tab-panel"
            tabIndex={tab.to === current ? 0 : -1}
            className="-mb-px flex min-h-11 items-center gap-2 rounded-t-control border-b-3 border-transparent px-4 font-semibold whitespace-nowrap text-muted no-underline -outline-offset-3 hover:text-ink aria-selected:border-brand aria-selected:text-brand"
          >
            {tab.icon}
            {tab.label}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={idOf(current)} className="pt-6">
        {children}
      </div>
    </div>
  )
}
