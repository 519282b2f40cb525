import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { type FormEvent, useState } from 'react'

import type { TranscriptShare } from '#contract/transcript'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Select } from '#ui/select'
import { ErrorState, Loading, Skeleton } from '#ui/states'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { ApiError, messageOf } from '#web/api'
import { ago, dateOf } from '#web/dates'

import { issuedQuery, sharesQuery, useAddShare, useEndShare } from './queries.ts'

/** Links to the transcript: made, counted, ended. A link's address is told only once. */
export const Shares = () => {
  const query = useQuery(sharesQuery)
  const [made, setMade] = useState<{ label: string; url: string }>()
  return (
    <Card aria-labelledby="shares" className="no-print space-y-5">
      <div>
        <h2 id="shares" className="text-xl">
          Links for single people
        </h2>
        <p className="mt-2 text-muted">
          Whoever has the link can read the transcript with your whole name, without an account,
          until the link ends. Make one for each person, so that you can end it again.
        </p>
      </div>
      {query.isError ? (
        <ErrorState
          title="Your links could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        query.data.items.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line">
            {query.data.items.map((share) => (
              <OpenShare key={share.id} share={share} />
            ))}
          </ul>
        ) : null
      ) : (
        <Loading label="Loading your links">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {made ? <Made {...made} /> : null}
      <NewShare onMade={setMade} />
    </Card>
  )
}

const Made = ({ label, url }: { label: string; url: string }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Link copied')
    } catch {
      toast.error('The link could not be copied. Please copy it by hand.')
    }
  }
  return (
    <Alert tone="success" role="status" title={`The link for ${label}`}>
      <p className="mt-1 [overflow-wrap:anywhere] text-ink">{url}</p>
      <p className="mt-1 text-ink">Copy it now: it is not shown again.</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        icon={<Copy aria-hidden size={16} />}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </Alert>
  )
}

const opened = ({ views, last_viewed_at }: TranscriptShare, now: number) => {
  if (views === 0 || last_viewed_at === null) return 'not opened yet'
  return `opened ${views === 1 ? 'once' : `${views} times`}, last ${ago(last_viewed_at, now)}`
}

const OpenShare = ({ share }: { share: TranscriptShare }) => {
  const end = useEndShare()
  const [now] = useState(() => Date.now())
  return (
    <li className="space-y-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{share.label}</p>
          <p className="text-sm text-muted">
            {share.number ?? 'Unofficial, as of the day it is opened'}. Until{' '}
            {dateOf(share.expires_at)}, {opened(share, now)}
          </p>
        </div>
        <Button
          variant="danger"
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate(share.id)}
        >
          End <span className="visually-hidden">the link for {share.label}</span>
        </Button>
      </div>
      {end.isError ? (
        <Alert tone="danger" role="alert">
          {messageOf(end.error, 'The link could not be ended. Please try again.')}
        </Alert>
      ) : null}
    </li>
  )
}

const DAYS = [
  { value: '7', label: 'One week' },
  { value: '30', label: 'One month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'One year' },
]

const NewShare = ({ onMade }: { onMade: (made: { label: string; url: string }) => void }) => {
  const add = useAddShare()
  const issued = useQuery(issuedQuery())
  const [label, setLabel] = useState('')
  const [days, setDays] = useState('30')
  const [which, setWhich] = useState('')
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { label, days, ...(which ? { transcript_id: which } : {}) },
      {
        onSuccess: ({ label, url }) => {
          setLabel('')
          onMade({ label, url })
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="share-label"
          label="Whom it is for"
          hint="Only you see this"
          error={fields.label}
          value={label}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
        <Select
          id="share-days"
          label="It works for"
          hint="You can end it earlier"
          error={fields.days}
          value={days}
          options={DAYS}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <Select
        id="share-which"
        label="What it shows"
        value={which}
        options={[
          { value: '', label: 'The unofficial transcript' },
          ...(issued.data?.items ?? []).map(({ id, number, recipient }) => ({
            value: id,
            label: `${number}, for ${recipient}`,
          })),
        ]}
        onChange={(event) => setWhich(event.target.value)}
      />
      {add.isError && !fields.label && !fields.days ? (
        <Alert tone="danger" role="alert">
          {messageOf(add.error)}
        </Alert>
      ) : null}
      <Button type="submit" variant="secondary" busy={add.isPending}>
        Make a link
      </Button>
    </form>
  )
}
