import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import type { ImportLimits } from '#contract/rosters'
import { Alert, Button, Checkbox, QueryView, SectionCard, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { rosters } from './queries.ts'

/** Imports that run without a person: the school's service, and the limits beyond which they wait. */
export const Automatic = () => {
  const limits = useQuery(rosters.getLimits.query())
  return (
    <SectionCard id="automatic" title="Automatic imports" className="space-y-5">
      <p className="max-w-text text-muted">
        A file that the command <code>lodestar import</code> reads, or the school’s service every
        night, is applied without a person as long as it stays within these limits. Otherwise it
        waits here, and the admins get an email.
      </p>
      <Pull />
      <QueryView query={limits} what="the limits" skeleton="h-40">
        {(found) => <Limits found={found} />}
      </QueryView>
    </SectionCard>
  )
}

const Pull = () => {
  const navigate = useNavigate()
  const service = useQuery(rosters.showService.query())
  const pull = useApiMutation(rosters.pullRoster, {
    onSuccess: ({ id }) => navigate(paths.rosterImport(id)),
  })
  const host = service.data?.host
  if (!host) return null
  return (
    <div className="space-y-3">
      {pull.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(pull.error)}
        </Alert>
      ) : null}
      <p>
        The roster at <strong>{host}</strong> is read every night.
      </p>
      <Button variant="secondary" busy={pull.isPending} onClick={() => pull.mutate({})}>
        Check it now
      </Button>
    </div>
  )
}

const NUMBERS = [
  { name: 'suspended_percent', label: 'Suspended people, in percent of the roster', max: 100 },
  { name: 'moved_percent', label: 'Learners who change advisor, in percent', max: 100 },
  { name: 'addresses_percent', label: 'Changed email addresses, in percent', max: 100 },
  { name: 'joined_percent', label: 'Accounts here already that join, in percent', max: 100 },
  { name: 'guardians_percent', label: 'Learners who get another guardian, in percent', max: 100 },
  { name: 'errors', label: 'Rows with errors', max: 1_000_000 },
] as const

const Limits = ({ found }: { found: ImportLimits }) => {
  const [limits, setLimits] = useState(found)
  const store = useApiMutation(rosters.setLimits)
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        store.mutate({ body: limits }, { onSuccess: () => toast.success('The limits are saved') })
      }}
    >
      {store.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(store.error)}
        </Alert>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        {NUMBERS.map(({ name, label, max }) => (
          <TextField
            key={name}
            id={`limit-${name}`}
            label={label}
            type="number"
            min={0}
            max={max}
            required
            value={Number.isNaN(limits[name]) ? '' : limits[name]}
            onChange={({ target }) => setLimits({ ...limits, [name]: target.valueAsNumber })}
          />
        ))}
      </div>
      <Checkbox
        id="limit-suspends"
        label="Suspend people who are missing from a full roster"
        checked={limits.suspends_missing}
        onChange={({ target }) => setLimits({ ...limits, suspends_missing: target.checked })}
      />
      <Button type="submit" variant="secondary" busy={store.isPending}>
        Save the limits
      </Button>
    </form>
  )
}
