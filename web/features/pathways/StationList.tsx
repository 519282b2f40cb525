import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Pathway } from '#contract/pathways'
import { pace } from '#views/quests'

import { statusInWords } from './labels.ts'
import { StationMark } from './StationMark.tsx'

/** The pathway as a list, with all the content of its map. */
export const StationList = ({ pathway: { stations, badge } }: { pathway: Pathway }) => {
  const titles = new Map(stations.map(({ id, title }) => [id, title]))
  return (
    <ol className="space-y-4">
      {stations.map((station) => (
        <li key={station.id} className="flex gap-3">
          <StationMark station={station} className="size-11" />
          <div className="min-w-0">
            <Link to={paths.quest(station.id)} prefetch="intent" className="link font-semibold">
              {station.title}
            </Link>
            <p className="text-sm">{statusInWords(station)}</p>
            <p className="text-sm text-muted">
              {pace(station)}
              {station.after.length === 0
                ? ''
                : `, after ${station.after.map((id) => `“${titles.get(id)}”`).join(' and ')}`}
            </p>
          </div>
        </li>
      ))}
      {badge ? (
        <li className="text-sm">
          This leads to the badge{' '}
          <Link to={paths.badge(badge.id)} className="link font-semibold">
            {badge.name}
          </Link>
          .
        </li>
      ) : null}
    </ol>
  )
}
