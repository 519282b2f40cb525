import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'

import { Select } from '#ui/select'

import { CHOICES, type ChoiceName, type useFilters } from './filters.ts'

const LABELS = {
  pillar: { label: 'Pillar', all: 'All pillars' },
  subject: { label: 'Subject', all: 'All subjects' },
  max_hours: { label: 'Time', all: 'Any length' },
  age: { label: 'Age', all: 'All ages' },
  status: { label: 'My progress', all: 'All' },
  sort: { label: 'Sort', all: undefined },
} satisfies Record<ChoiceName, { label: string; all: string | undefined }>

const TYPING_PAUSE_MS = 250

type Props = { view: ReturnType<typeof useFilters> }

export const QuestFilters = ({ view }: Props) => (
  <form role="search" onSubmit={(event) => event.preventDefault()} className="space-y-4">
    <SearchBox key={view.search === '' ? 'empty' : 'typed'} view={view} />
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
      {(Object.keys(LABELS) as ChoiceName[]).map((name) => (
        <Select
          key={name}
          id={`filter-${name}`}
          label={LABELS[name].label}
          options={CHOICES[name]}
          {...(LABELS[name].all ? { placeholder: LABELS[name].all } : {})}
          value={view.chosen[name] ?? (name === 'sort' ? 'recommended' : '')}
          onChange={(event) => view.set(name, event.target.value)}
        />
      ))}
    </div>
  </form>
)

const SearchBox = ({ view }: Props) => {
  const [words, setWords] = useState(view.search)
  const { set, search } = view
  useEffect(() => {
    if (words.trim() === search) return
    const timer = setTimeout(() => set('search', words.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, search, set])
  return (
    <div className="relative">
      <label htmlFor="quest-search" className="visually-hidden">
        Search quests
      </label>
      <Search
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        id="quest-search"
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder="Search quests: bread, rivers, film …"
        autoComplete="off"
        maxLength={200}
        className="block min-h-12 w-full rounded-control border border-control bg-surface pr-4 pl-11 text-base placeholder:text-muted hover:border-ink"
      />
    </div>
  )
}

/** What narrows the list now, each removable. */
export const FilterChips = ({ view }: Props) =>
  view.chips.length === 0 ? null : (
    <ul className="flex flex-wrap gap-2" aria-label="Filters in use">
      {view.chips.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => view.set(name, '')}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-brand-soft px-3 text-sm font-medium text-brand-strong hover:bg-sunk pointer-coarse:min-h-11"
          >
            <span className="visually-hidden">Remove filter</span>
            {label}
            <X aria-hidden size={14} />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={view.clear}
          className="link inline-flex min-h-8 items-center px-2 text-sm pointer-coarse:min-h-11"
        >
          Clear all
        </button>
      </li>
    </ul>
  )
