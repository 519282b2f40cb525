import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { useId, useState } from 'react'

import { lazyPart } from '#ui'

import { unreadQuery } from './queries.ts'

const Latest = lazyPart(() => import('./Latest.tsx'), 'Latest', 'm-4 h-40')

const MAX_SHOWN = 99

/** Notification bell with unread count. */
export const Bell = () => {
  const { data } = useQuery(unreadQuery)
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const unread = data?.unread_count ?? 0
  const count = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  return (
    <>
      <button
        type="button"
        popoverTarget={panel}
        aria-expanded={isOpen}
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control text-brand hover:bg-brand-soft"
      >
        <BellIcon aria-hidden size={20} />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-danger px-1 text-center text-[0.6875rem] leading-4.5 font-bold text-surface tabular-nums"
          >
            {count}
          </span>
        ) : null}
      </button>
      <div
        id={panel}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="inset-auto top-[calc(var(--top-bar)+4px)] right-3 m-0 max-h-[calc(100dvh-var(--top-bar)-24px)] w-[min(24rem,calc(100vw-24px))] overflow-y-auto rounded-card border border-line bg-surface p-0 text-ink shadow-over"
      >
        {isOpen ? <Latest onLeave={() => document.getElementById(panel)?.hidePopover()} /> : null}
      </div>
    </>
  )
}
