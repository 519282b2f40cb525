import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Overview } from '#contract/operations'
import { paths } from '#contract/paths'
import { ROLE_NAMES } from '#rules/membership'
import { Chip } from '#ui'
import { useSettings } from '#views/site'
import { ago, number } from '#web/format'
import { loads, type PageWords } from '#web/page'

import { type Health, healthOf } from './health.ts'
import { overviewQuery } from './queries.ts'

const LOOK_AGAIN_MS = 30_000

export const handle = { failed: 'The overview could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [overviewQuery])

/** Admin dashboard: people, open work, and the site's health. */
const OverviewPage = () => {
  const query = useSuspenseQuery({ ...overviewQuery, refetchInterval: LOOK_AGAIN_MS })
  return <Loaded overview={query.data} now={query.dataUpdatedAt} />
}

type Props = { overview: Overview; now: number }

const Loaded = (props: Props) => (
  <div className="space-y-10">
    <Waiting {...props} />
    <People {...props} />
    <Parts {...props} />
  </div>
)

const Waiting = ({ overview: { waiting }, now }: Props) => {
  const { reviews, consent_forms, unassigned, safety_reports, has_safeguard, person_reports } =
    waiting
  const rows = [
    { to: paths.advisor, label: 'Work to read', count: reviews.count, at: reviews.oldest_at },
    {
      to: paths.adminConsents,
      label: 'Consent forms to check',
      count: consent_forms.count,
      at: consent_forms.oldest_at,
    },
    { to: paths.adminAdvisors, label: 'Learners without an advisor', count: unassigned },
    {
      to: paths.safeguarding,
      label: 'Safety reports that nobody has opened',
      count: safety_reports,
      isGrave: true,
    },
    { to: paths.safety, label: 'People who were reported', count: person_reports, isGrave: true },
    { to: paths.adminInvitations, label: 'Open invitations', count: waiting.invitations },
    {
      to: paths.adminConsultations,
      label: 'Upcoming consultations',
      count: waiting.consultations,
    },
    { to: paths.imports, label: 'Files to apply', count: waiting.imports },
  ]
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-xl">
        What waits
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {has_safeguard ? null : (
          <Row to={paths.safeguarding} label="Nobody is named for children’s safety">
            <Chip tone="danger">Name somebody</Chip>
          </Row>
        )}
        {rows.map(({ to, label, count, at, isGrave }) => (
          <Row key={label} to={to} label={label}>
            {at && count > 0 ? (
              <span className="text-sm text-muted">oldest {ago(at, now)}</span>
            ) : null}
            <span
              className={`font-semibold tabular-nums ${isGrave && count > 0 ? 'text-danger' : ''}`}
            >
              {number(count)}
            </span>
          </Row>
        ))}
      </ul>
    </section>
  )
}

const Row = ({ to, label, children }: { to: string; label: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
    <Link to={to} className="link">
      {label}
    </Link>
    <span className="ml-auto flex items-center gap-3">{children}</span>
  </li>
)

const People = ({ overview: { people, active_this_week } }: Props) => (
  <section aria-labelledby="who">
    <h2 id="who" className="mb-3 text-xl">
      People
    </h2>
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {[
        { label: 'Here this week', count: active_this_week, to: paths.adminPeople },
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

const TONES = { good: 'success', look: 'warning', bad: 'danger' } as const
const STATES = { good: 'Fine', look: 'Have a look', bad: 'Needs you' } as const

const Parts = ({ overview, now }: Props) => {
  const { mailbox_url } = useSettings()
  return (
    <section aria-labelledby="parts">
      <h2 id="parts" className="mb-3 text-xl">
        How the site is doing
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {healthOf(overview, now).map((part) => (
          <Part key={part.name} part={part}>
            {part.name === 'Mail' && mailbox_url ? (
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

const Part = ({ part, children }: { part: Health; children: ReactNode }) => (
  <li className="py-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-base">
        {part.to ? (
          <Link to={part.to} className="link">
            {part.name}
          </Link>
        ) : (
          part.name
        )}
      </h3>
      <Chip tone={TONES[part.state]}>{STATES[part.state]}</Chip>
    </div>
    <p>{part.words}</p>
    {part.advice ? <p className="text-sm text-muted">{part.advice}</p> : null}
    {children}
  </li>
)

export default OverviewPage
