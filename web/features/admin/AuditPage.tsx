import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { Button, Select, TextField } from '#ui'

import { AuditLines } from './AuditLines.tsx'
import { humanize } from './labels.ts'
import { audit } from './queries.ts'

const DAYS = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
] as const

/** The site's audit log, filtered by action, person and date. */
const AuditPage = () => {
  const [address, setAddress] = useSearchParams()
  const asked = Object.fromEntries(
    ['person_id', 'actor_id', 'subject_id', 'action', 'from', 'to'].flatMap((name) => {
      const value = address.get(name)
      return value ? [[name, value]] : []
    }),
  )
  // Every page of the log includes the list of actions.
  const { data } = useInfiniteQuery(audit.listAudit.pages({ query: { limit: 1 } }))
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const actions = data?.pages[0]?.actions ?? []
  return (
    <div className="space-y-5">
      <p className="max-w-text text-muted">
        Sign-ins, denied requests, and what staff, guardians and admins did or viewed. Entries are
        never changed or deleted. To see one person’s entries, go to{' '}
        <Link to={paths.adminPeople} className="link">
          their page
        </Link>
        .
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          id="audit-action"
          label="Action"
          placeholder="Everything"
          options={actions
            .map((action) => ({ value: action, label: humanize(action) }))
            .toSorted((a, b) => a.label.localeCompare(b.label))}
          value={asked.action ?? ''}
          onChange={(event) => set('action', event.target.value)}
        />
        {DAYS.map(({ name, label }) => (
          <TextField
            key={name}
            id={`audit-${name}`}
            label={label}
            type="date"
            value={asked[name] ?? ''}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </div>
      {(asked.person_id ?? asked.actor_id ?? asked.subject_id) ? (
        <p>
          Showing entries about one person only.{' '}
          <Button variant="quiet" size="small" onClick={() => setAddress({}, { replace: true })}>
            Show everyone
          </Button>
        </p>
      ) : null}
      <AuditLines asked={asked} />
    </div>
  )
}

export default AuditPage
