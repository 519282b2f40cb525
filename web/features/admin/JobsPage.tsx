import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import type { Job } from '#contract/operations'
import { Alert, Button, Chip, EmptyState, LoadMore, QueryView, Select, toast } from '#ui'
import { useSettings } from '#views/site'
import { messageOf, useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { humanize } from './labels.ts'
import { operations } from './queries.ts'

const STATES = {
  failed: { label: 'Failed', tone: 'danger' },
  retrying: { label: 'Will be retried', tone: 'warning' },
  waiting: { label: 'Waiting', tone: 'neutral' },
} as const satisfies Record<Job['state'], { label: string; tone: string }>

const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }))

const isState = (word: string | null): word is Job['state'] => word !== null && word in STATES

/** Pending and failed background jobs. */
const JobsPage = () => {
  const [address, setAddress] = useSearchParams()
  const { mailbox_url } = useSettings()
  const state = address.get('state')
  const queue = address.get('queue') ?? ''
  const list = useInfiniteQuery({
    ...operations.listJobs.pages({
      query: { limit: 30, ...(queue ? { queue } : {}), ...(isState(state) ? { state } : {}) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
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
  return (
    <div className="space-y-5">
      <p className="max-w-text text-muted">
        Emails, exports, reminders and so on. A job that fails is retried at growing intervals for
        seven hours. After that it stays here until you retry or remove it.
      </p>
      {mailbox_url ? (
        <p>
          <Link to={mailbox_url} className="link">
            Open the local mailbox
          </Link>
        </p>
      ) : null}
      <QueryView query={list} what="the jobs" skeleton="h-64">
        {({ pages }) => {
          const jobs = pages.flatMap(({ items }) => items)
          const queues = pages[0]?.queues ?? []
          return (
            <>
              <div className="grid grid-cols-2 gap-3">
                <Select
                  id="jobs-queue"
                  label="Kind"
                  placeholder="All kinds"
                  options={queues.map(({ name, waiting, retrying, failed }) => ({
                    value: name,
                    label: `${queueInWords(name)} (${waiting + retrying + failed})`,
                  }))}
                  value={queue}
                  onChange={(event) => set('queue', event.target.value)}
                />
                <Select
                  id="jobs-state"
                  label="State"
                  placeholder="All states"
                  options={STATE_OPTIONS}
                  value={state ?? ''}
                  onChange={(event) => set('state', event.target.value)}
                />
              </div>
              {jobs.length === 0 ? (
                <EmptyState title={queue || state ? 'No matches' : 'All done'}>
                  {queue || state
                    ? 'No jobs of this kind in this state.'
                    : 'Nothing is waiting, and nothing has failed.'}
                </EmptyState>
              ) : (
                <ul className="space-y-3">
                  {jobs.map((job) => (
                    <JobRow key={job.id} job={job} />
                  ))}
                </ul>
              )}
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const queueInWords = (name: string) => humanize(name.replaceAll('-', ' '))

const JobRow = ({ job }: { job: Job }) => {
  const [now] = useState(() => Date.now())
  const [asks, setAsks] = useState(false)
  const retry = useApiMutation(operations.retryJob)
  const cancel = useApiMutation(operations.cancelJob)
  const params = { id: job.id }
  const name = queueInWords(job.queue)
  const error = retry.error ?? cancel.error
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base">{name}</h2>
        <Chip tone={STATES[job.state].tone}>{STATES[job.state].label}</Chip>
      </div>
      {job.about ? <p className="text-sm">About {job.about}</p> : null}
      {job.reason ? <p className="text-sm">Reason: {job.reason}</p> : null}
      <p className="text-sm text-muted">
        Begun {ago(job.created_at, now)}
        {job.tries > 0 ? `, tried ${job.tries + 1} times` : ''}
        {job.state === 'retrying' && job.due_at ? `, next ${ago(job.due_at, now)}` : ''}
      </p>
      {error ? (
        <Alert tone="danger" role="alert">
          {messageOf(error)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          busy={retry.isPending}
          onClick={() =>
            retry.mutate({ params }, { onSuccess: () => toast.success('The job is being retried') })
          }
        >
          Retry now<span className="visually-hidden">: {name}</span>
        </Button>
        {asks ? (
          <Button
            variant="danger"
            size="small"
            busy={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { params },
                { onSuccess: () => toast.success('The job has been removed') },
              )
            }
          >
            Remove permanently: the job will not run
          </Button>
        ) : (
          <Button variant="quiet" size="small" onClick={() => setAsks(true)}>
            Remove<span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

export default JobsPage
