import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Select } from '#ui'
import { practiceSets } from '#views/practice'

type PracticeFieldProps = {
  id: string
  error: string | undefined
  slug: string | null
  onChange: (slug: string | null) => void
}

/** Chooses the set of exercises that a task asks for. */
export const PracticeField = ({ id, error, slug, onChange }: PracticeFieldProps) => {
  const { data } = useQuery(practiceSets())
  const sets = data?.sets ?? []
  const chosen = sets.find((set) => set.slug === slug)
  // A set that is still loading, or no longer there, stays chosen.
  const missing = slug && !chosen ? [{ value: slug, label: slug }] : []
  return (
    <div>
      <Select
        id={id}
        error={error}
        label="Practice"
        optional
        placeholder="No exercises"
        value={slug ?? ''}
        options={[
          ...missing,
          ...sets.map((set) => ({
            value: set.slug,
            label: `${set.title} (${set.exercises} exercises)`,
          })),
        ]}
        onChange={(event) => onChange(event.target.value || null)}
      />
      {chosen ? (
        <p className="mt-1 text-sm text-muted">
          {chosen.summary}{' '}
          <Link to={paths.practice(chosen.slug)} target="_blank" className="link">
            Try it
          </Link>
        </p>
      ) : null}
    </div>
  )
}
