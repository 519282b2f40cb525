import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { Button, SearchBox, Select } from '#ui'

import { CHOICES, type ChoiceName, type useFilters } from './filters.ts'

const LABELS = {
  pillar: { label: 'Pillar', all: 'All pillars' },
  subject: { label: 'Subject', all: 'All subjects' },
  max_hours: { label: 'Hours of work', all: 'Any number' },
  max_days: { label: 'Spread over', all: 'Any time' },
  age: { label: 'Age', all: 'All ages' },
  status: { label: 'My progress', all: 'All' },
  kind: { label: 'Kind', all: 'Quests and courses' },
  sort: { label: 'Sort', all: undefined },
} satisfies Record<ChoiceName, { label: string; all: string | undefined }>

type Props = { view: ReturnType<typeof useFilters> }

/** Search and filters; on phones, the filters open with a button. */
export const QuestFilters = ({ view }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const count = view.chips.filter(({ name }) => name !== 'search').length
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()} className="space-y-4">
      <div className="flex gap-3">
        <div className="min-w-0 grow">
          <SearchBox
            id="quest-search"
            label="Search quests"
            placeholder="Search quests: bread, rivers, film …"
            value={view.search}
            onSearch={(words) => view.set('search', words)}
          />
        </div>
        <Button
          variant="secondary"
          className="shrink-0 whitespace-nowrap md:hidden"
          icon={<SlidersHorizontal aria-hidden size={18} />}
          aria-expanded={isOpen}
          aria-controls="quest-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          Filter{count > 0 ? ` (${count})` : ''}
        </Button>
      </div>
      <div
        id="quest-filters"
        className={`grid grid-cols-2 gap-3 md:grid-cols-4 ${isOpen ? '' : 'max-md:hidden'}`}
      >
        {(Object.keys(LABELS) as ChoiceName[]).map((name) => (
          <Select
            key={name}
            id={`filter-${name}`}
            label={LABELS[name].label}
            options={CHOICES[name]}
            placeholder={LABELS[name].all}
            value={view.chosen[name] ?? (name === 'sort' ? 'recommended' : '')}
            onChange={(event) => view.set(name, event.target.value)}
          />
        ))}
      </div>
    </form>
  )
}

/** Active filters, each removable. */
export const FilterChips = ({ view }: Props) =>
  view.chips.length === 0 ? null : (
    <ul className="flex flex-wrap gap-2" aria-label="Active filters">
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
