import { useQuery } from '@tanstack/react-query'

import type { RosterImport } from '#contract/rosters'
import { SectionCard } from '#ui'
import { number } from '#web/format'

import { rosters } from './queries.ts'

/** Learners whose advisor an import changes, by old and new advisor. Renders nothing without any. */
export const Moves = ({ found }: { found: RosterImport }) => {
  const { data } = useQuery({
    ...rosters.listMoves.query({ params: { id: found.id } }),
    staleTime: 0,
  })
  if (!data || data.items.length === 0) return null
  return (
    <SectionCard id="moves" title="New advisors" className="space-y-3">
      <p className="max-w-text text-muted">
        The teacher of the homeroom becomes the advisor. Anyone assigned by hand stays where they
        are. Advisors lose access to the learners who leave them, and both sides are told.
      </p>
      <ul className="divide-y divide-line">
        {data.items.map(({ from, to, learners }) => (
          <li key={`${from} ${to}`} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              {from ?? 'No advisor'} → {to ?? 'No advisor'}
            </span>
            <span className="tabular-nums">
              {number(learners)} {learners === 1 ? 'learner' : 'learners'}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
