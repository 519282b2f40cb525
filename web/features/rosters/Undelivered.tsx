import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { RosterImport } from '#contract/rosters'
import { SectionCard } from '#ui'

import { rosters } from './queries.ts'

/** Emails about an import's people that did not arrive. Renders nothing without any. */
export const Undelivered = ({ found }: { found: RosterImport }) => {
  const { data } = useQuery({
    ...rosters.listUndelivered.query({ params: { id: found.id } }),
    staleTime: 0,
  })
  if (!data || data.items.length === 0) return null
  return (
    <SectionCard id="undelivered" title="Emails that did not arrive" className="space-y-3">
      <p className="max-w-text">
        The mail server refused these addresses, so we have stopped trying. Correct them in your
        system, or send the emails again from{' '}
        <Link to={paths.adminJobs} className="link">
          Jobs
        </Link>
        .
      </p>
      <ul className="divide-y divide-line">
        {data.items.map(({ id, to, reason }) => (
          <li key={id} className="py-2">
            <p className="font-semibold">{to}</p>
            <p className="text-sm text-muted">{reason}</p>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
