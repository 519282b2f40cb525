import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Overview } from '#contract/operations'
import { paths } from '#contract/paths'
import { Chip, SectionCard } from '#ui'
import { ago, number } from '#web/format'

type WaitingProps = { overview: Overview; now: number }

/** Open work of an admin; each number is a link to it. */
export const Waiting = ({ overview: { waiting }, now }: WaitingProps) => {
  const { reviews, consent_forms, unassigned, safety_reports, has_safeguard, person_reports } =
    waiting
  const rows = [
    {
      to: paths.safeguarding,
      label: 'Unopened safety reports',
      count: safety_reports,
      isGrave: true,
    },
    { to: paths.safety, label: 'Reported people', count: person_reports, isGrave: true },
    {
      to: paths.adminConsents,
      label: 'Consent forms to check',
      count: consent_forms.count,
      at: consent_forms.oldest_at,
    },
    { to: paths.adminAdvisors, label: 'Learners without an advisor', count: unassigned },
    { to: paths.imports, label: 'Imports to apply', count: waiting.imports },
    { to: paths.advisor, label: 'Work to review', count: reviews.count, at: reviews.oldest_at },
    { to: paths.adminInvitations, label: 'Open invitations', count: waiting.invitations },
    {
      to: paths.adminConsultations,
      label: 'Upcoming consultations',
      count: waiting.consultations,
    },
  ].filter(({ count }) => count > 0)
  return (
    <SectionCard id="waiting" title="Waiting for you">
      {has_safeguard && rows.length === 0 ? (
        <p className="mt-1 text-muted">Nothing at the moment.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {has_safeguard ? null : (
            <Row to={paths.safeguarding} label="There is no safeguarding lead">
              <Chip tone="danger">Choose one</Chip>
            </Row>
          )}
          {rows.map(({ to, label, count, at, isGrave }) => (
            <Row key={label} to={to} label={label}>
              {at ? <span className="text-sm text-muted">oldest {ago(at, now)}</span> : null}
              <span className={`font-semibold tabular-nums ${isGrave ? 'text-danger' : ''}`}>
                {number(count)}
              </span>
            </Row>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

const Row = ({ to, label, children }: { to: string; label: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 py-1">
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {label}
    </Link>
    <span className="ml-auto flex items-center gap-3">{children}</span>
  </li>
)
