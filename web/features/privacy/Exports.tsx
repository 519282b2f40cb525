import { type UseMutationResult, useQuery, type UseQueryResult } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Loader from 'lucide-react/icons/loader-circle'
import PackageOpen from 'lucide-react/icons/package-open'
import type { MouseEvent } from 'react'

import type { Export } from '#contract/privacy'
import { Alert, Button, ErrorState } from '#ui'
import { useRefreshUser } from '#views/auth'
import { size } from '#views/evidence'
import { apiUrl, messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { childExportsQuery, exportsQuery, privacy } from './queries.ts'

const explain = (error: unknown) =>
  messageOf(error, 'The export could not be started. Please try again.')

/** Exports of all personal data as a ZIP: requested, created in the background, downloaded. */
export const Exports = () => (
  <ExportList
    exported={useQuery(exportsQuery)}
    request={useApiMutation(privacy.requestExport)}
    input={undefined}
    label="Export my data"
  />
)

/** A child's exports, for a guardian who may request them. */
export const ChildExports = ({ childId, name }: { childId: string; name: string }) => (
  <ExportList
    exported={useQuery(childExportsQuery(childId))}
    request={useApiMutation(privacy.requestChildExport)}
    input={{ params: { id: childId } }}
    label={`Export ${name}’s data`}
  />
)

type ListProps<Input> = {
  exported: UseQueryResult<{ items: Export[] }>
  request: UseMutationResult<Export, Error, Input>
  input: Input
  label: string
}

const ExportList = <Input,>({ exported, request, input, label }: ListProps<Input>) => {
  const items = exported.data?.items ?? []
  const isWaiting = items.some(({ state }) => state === 'waiting')
  return (
    <div className="space-y-4">
      <p>
        You get a ZIP with a page you can open in any browser, all your files, and the same data in
        a format other programs can read.
      </p>
      <ul aria-live="polite" className="divide-y divide-line empty:hidden">
        {items.map((item) => (
          <li key={item.id} className="py-3 first:pt-0">
            <Item item={item} />
          </li>
        ))}
      </ul>
      {exported.isError ? (
        <ErrorState
          title="Your downloads could not be loaded"
          error={exported.error}
          onRetry={() => void exported.refetch()}
        />
      ) : null}
      {request.isError ? (
        <Alert tone="danger" role="alert">
          {explain(request.error)}
        </Alert>
      ) : null}
      <Button
        variant="secondary"
        icon={<PackageOpen aria-hidden size={18} />}
        busy={request.isPending || isWaiting}
        onClick={() => request.mutate(input)}
      >
        {items.some(({ state }) => state === 'failed') ? 'Try again' : label}
      </Button>
    </div>
  )
}

const Item = ({ item }: { item: Export }) => {
  const refresh = useRefreshUser()
  if (item.state === 'waiting') {
    return (
      <p className="flex items-center gap-3">
        <Loader aria-hidden size={20} className="animate-spin text-brand" /> Your export is being
        prepared. You can leave this page and come back.
      </p>
    )
  }
  if (item.state === 'failed' || !item.url) {
    return <p className="text-danger">The export for {dateOf(item.created_at)} failed.</p>
  }
  const url = apiUrl(item.url)
  // The download uses the session's short-lived cookie, which a call refreshes first.
  const fetchIt = async (event: MouseEvent) => {
    event.preventDefault()
    await refresh()
    window.location.assign(url)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <a
        href={url}
        onClick={(event) => void fetchIt(event)}
        className="link inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        <Download aria-hidden size={18} />
        Download the data for {dateOf(item.created_at)}
        {item.size === null ? '' : ` (${size(item.size)})`}
      </a>
      <span className="text-sm text-muted">until {dateOf(item.expires_at)}</span>
    </p>
  )
}
