import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

const TYPING_PAUSE_MS = 250

type SearchBoxProps = {
  id: string
  /** Its name for those who do not see the magnifying glass. */
  label: string
  placeholder: string
  /** The words that are searched for now. */
  value: string
  /** After each short pause in typing. */
  onSearch: (words: string) => void
}

export const SearchBox = ({ id, label, placeholder, value, onSearch }: SearchBoxProps) => {
  const [words, setWords] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Changed by someone else: a removed filter, a step back.
    if (value !== sent) {
      setSent(value)
      setWords(value)
    }
  }
  // A search may be a navigation: on its way to another page it would bring back the one that is being left.
  const { pathname } = useLocation()
  const next = useNavigation().location
  const isLeaving = next !== undefined && next.pathname !== pathname
  useEffect(() => {
    const wanted = words.trim()
    if (wanted === sent || isLeaving) return
    const timer = setTimeout(() => {
      setSent(wanted)
      onSearch(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, sent, isLeaving, onSearch])
  return (
    <div className="relative">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Search
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        id={id}
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={200}
        className="block min-h-12 w-full rounded-control border border-control bg-surface pr-4 pl-11 text-base placeholder:text-muted hover:border-ink"
      />
    </div>
  )
}
