import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 250

type SearchBoxProps = {
  id: string
  /** Accessible name. */
  label: string
  placeholder: string
  /** Current search term. */
  value: string
  /** Debounced. */
  onSearch: (words: string) => void
}

export const SearchBox = ({ id, label, placeholder, value, onSearch }: SearchBoxProps) => {
  const [words, setWords] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Changed elsewhere: a removed filter, back navigation.
    if (value !== sent) {
      setSent(value)
      setWords(value)
    }
  }
  useEffect(() => {
    const trimmed = words.trim()
    if (trimmed === sent) return
    const send = () => {
      stopWaiting()
      setSent(trimmed)
      onSearch(trimmed)
    }
    const timer = setTimeout(send, TYPING_PAUSE_MS)
    // Sends before the click's own effect: a later search would undo the navigation of a link.
    document.addEventListener('click', send, { capture: true })
    const stopWaiting = () => {
      clearTimeout(timer)
      document.removeEventListener('click', send, { capture: true })
    }
    return stopWaiting
  }, [words, sent, onSearch])
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
