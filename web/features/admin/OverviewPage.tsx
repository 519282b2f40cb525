import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Overview } from '#contract/operations'
import { paths } from '#contract/paths'
import { ROLE_NAMES } from '#rules/membership'
import { type Health, healthOf } from '#rules/site-health'
import { Chip } from '#ui'
import { useSettings } from '#views/site'
import { number } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { HEALTH_NAMES, HEALTH_TONES } from './labels.ts'
import { overviewQuery } from './queries.ts'
import { SetUp } from './SetUp.tsx'
import { Waiting } from './Waiting.tsx'

const LOOK_AGAIN_MS = 30_000

export const handle = { failed: 'The overview could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [overviewQuery])

/** Admin dashboard: people, open work, and the site's health. */
const OverviewPage = () => {
  const query = useSuspenseQuery({ ...overviewQuery, refetchInterval: LOOK_AGAIN_MS })
  return <Loaded overview={query.data} now={query.dataUpdatedAt} />
}

type Props = { overview: Overview; now: number }

const Loaded = (props: Props) => (
  <div className="space-y-10">
    <SetUp {...props} />
    <Waiting {...props} />
    <People {...props} />
    <Parts {...props} />
  </div>
)

const People = ({ overview: { people, active_this_week } }: Props) => (
  <section aria-labelledby="who">
    <h2 id="who" className="mb-3 text-xl">
      People
    </h2>
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
      {[
        { label: 'Active this week', count: active_this_week, to: paths.adminPeople },
        ...people.map(({ role, count }) => ({
          label: ROLE_NAMES[role],
          count,
          to: `${paths.adminPeople}?role=${role}`,
        })),
      ].map(({ label, count, to }) => (
        <div key={label} className="rounded-card border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-muted">
            <Link to={to} className="link">
              {label}
            </Link>
          </dt>
          <dd className="text-2xl font-semibold tabular-nums">{number(count)}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const Parts = ({ overview, now }: Props) => {
  const { mailbox_url } = useSettings()
  return (
    <section aria-labelledby="parts">
      <h2 id="parts" className="mb-3 text-xl">
        How the site is doing
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {healthOf(overview, now).map((part) => (
          <Part key={part.component} part={part}>
            {part.name === 'Email' && mailbox_url ? (
              <Link to={mailbox_url} className="link">
                Open the local mailbox
              </Link>
            ) : null}
          </Part>
        ))}
      </ul>
    </section>
  )
}

/** Pages with more about a component. */
const MORE: Partial<Record<Health['component'], string>> = {
  speed: paths.adminSpeed,
  jobs: paths.adminJobs,
  mail: `${paths.adminJobs}?queue=mail`,
}

const Part = ({ part, children }: { part: Health; children: ReactNode }) => (
  <li className="py-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-base">
        {MORE[part.component] ? (
          <Link to={MORE[part.component]!} className="link">
            {part.name}
          </Link>
        ) : (
          part.name
        )}
      </h3>
      <Chip tone={HEALTH_TONES[part.state]}>{HEALTH_NAMES[part.state]}</Chip>
    </div>
    <p>{part.words}</p>
    {part.advice ? <p className="text-sm text-muted">{part.advice}</p> : null}
    {children}
  </li>
)

export default OverviewPage
