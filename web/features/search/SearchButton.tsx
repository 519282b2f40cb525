import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'

import type { User } from '#contract/auth'
import { lazyPart } from '#ui'

import { opensSearch } from './shortcut.ts'

const SearchDialog = lazyPart(() => import('./SearchDialog.tsx'), 'SearchDialog')

/** Opens the search over everything, by click or by key. */
export const SearchButton = ({ user }: { user: User }) => {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl+K or ⌘K)"
        onClick={() => setIsOpen(true)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-brand hover:bg-brand-soft"
      >
        <Search aria-hidden size={20} />
      </button>
      {isOpen ? <SearchDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
