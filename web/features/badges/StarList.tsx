import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { PILLAR_NAMES } from '#rules/pillars'

import { progressInWords } from './labels.ts'
import type { StarData } from './Star.tsx'

const GROUPS = [
  { state: 'earned', title: 'Shining', hint: 'Earned, and yours' },
  { state: 'in_progress', title: 'Rising', hint: 'In progress, closest first' },
  { state: 'open', title: 'Waiting for you', hint: 'Not started' },
] as const

export const StarList = ({ stars }: { stars: readonly StarData[] }) => (
  <div className="space-y-6">
    {GROUPS.map(({ state, title, hint }) => {
      const group = stars
        .filter((star) => star.state === state)
        .toSorted((a, b) => b.progress.fraction - a.progress.fraction)
      return group.length === 0 ? null : (
        <section key={state} aria-labelledby={`stars-${state}`}>
          <h3 id={`stars-${state}`} className="text-lg">
            {title}
          </h3>
          <p className="text-sm text-muted">
            {hint} · {group.length}
          </p>
          <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
            {group.map((star) => (
              <li key={star.id} className="border-b border-line py-2">
                <Link
                  to={paths.badge(star.id)}
                  className="link inline-block min-h-6 min-w-6 font-medium"
                >
                  {star.name}
                </Link>
                <p className="text-sm text-muted tabular-nums">
                  {star.state === 'earned' ? '' : `${progressInWords(star.progress)} · `}
                  {star.pursued ? 'your goal · ' : ''}
                  {star.pillars.length === 5
                    ? 'All five pillars'
                    : star.pillars.map((pillar) => PILLAR_NAMES[pillar]).join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </div>
)
