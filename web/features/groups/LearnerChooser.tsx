import { useState } from 'react'

import type { GroupLearner } from '#contract/groups'
import { Checkbox, FieldError, SearchBox } from '#ui'

import { fullName, learnersInWords } from './labels.ts'

type LearnerChooserProps = {
  id: string
  learners: readonly GroupLearner[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error?: string | undefined
}

/** Checkboxes for many learners, searched by name. */
export const LearnerChooser = ({ id, learners, chosen, onChange, error }: LearnerChooserProps) => {
  const [search, setSearch] = useState('')
  const wanted = search.toLocaleLowerCase()
  const shown = learners.filter((each) => fullName(each).toLocaleLowerCase().includes(wanted))
  const toggle = (some: readonly GroupLearner[], isChosen: boolean) => {
    const ids = new Set(some.map((each) => each.id))
    const others = chosen.filter((each) => !ids.has(each))
    onChange(isChosen ? [...others, ...ids] : others)
  }
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">Learners</legend>
      <FieldError id={id} error={error} />
      {learners.length > 8 ? (
        <div className="mb-3">
          <SearchBox
            id={`${id}-search`}
            label="Search your learners by name"
            placeholder="Name"
            value={search}
            onSearch={setSearch}
          />
        </div>
      ) : null}
      {shown.length > 1 ? (
        <Checkbox
          id={`${id}-all`}
          label={search ? 'All of these' : 'All of them'}
          checked={shown.every((each) => chosen.includes(each.id))}
          onChange={({ target }) => toggle(shown, target.checked)}
        />
      ) : null}
      <ul className="mt-2 max-h-[40dvh] space-y-2 overflow-y-auto border-t border-line pt-3">
        {shown.map((each) => (
          <li key={each.id}>
            <Checkbox
              id={`${id}-${each.id}`}
              label={<bdi>{fullName(each)}</bdi>}
              checked={chosen.includes(each.id)}
              onChange={({ target }) => toggle([each], target.checked)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-sm text-muted">
        {shown.length === 0
          ? 'No learner of yours has this name.'
          : `${learnersInWords(chosen.length)} chosen`}
      </p>
    </fieldset>
  )
}
