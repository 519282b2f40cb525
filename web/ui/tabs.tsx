import type { KeyboardEvent, ReactNode } from 'react'

type TabsProps<K extends string> = {
  /** What the views are views of. */
  label: string
  tabs: readonly { key: K; label: string; icon?: ReactNode }[]
  current: K
  onChange: (key: K) => void
  /** The current view. */
  children: ReactNode
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Views of one thing. Arrow keys, Home and End move between them. Keep `current` in the URL. */
export const Tabs = <K extends string>({
  label,
  tabs,
  current,
  onChange,
  children,
}: TabsProps<K>) => {
  const at = tabs.findIndex((tab) => tab.key === current)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key]
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 }
    const next = step ? (at + step + tabs.length) % tabs.length : ends[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.key)
    document.getElementById(`tab-${tab.key}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`tab-${tab.key}`}
            aria-selected={tab.key === current}
            aria-controls={`panel-${tab.key}`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
            className="-mb-px flex min-h-11 items-center gap-2 rounded-t-control border-b-3 border-transparent px-4 font-semibold whitespace-nowrap text-muted -outline-offset-3 hover:text-ink aria-selected:border-brand aria-selected:text-brand"
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`panel-${current}`}
        aria-labelledby={`tab-${current}`}
        className="pt-6"
      >
        {children}
      </div>
    </>
  )
}
