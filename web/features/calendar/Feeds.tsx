import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Feed } from '#contract/calendar'
import { Alert, Button, QueryView, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { calendar } from './queries.ts'

type Child = { id: string; first_name: string }

/** Calendar subscription links for phones or Outlook. */
export const Feeds = ({ family }: { family: readonly Child[] }) => {
  const query = useQuery(calendar.listFeeds.query())
  const [made, setMade] = useState<{ of: string | null; url: string }>()
  return (
    <div className="space-y-5">
      <p>
        Add a link to the calendar on your phone, Google or Outlook to see these events there.
        Anyone with the link can see titles and times without signing in, so keep it to yourself,
        and create a new one if someone else gets hold of it. Calendar apps check every few hours,
        so changes take a while to appear.
      </p>
      <QueryView query={query} what="the links" skeleton="h-24">
        {({ items }) => (
          <ul className="divide-y divide-line border-y border-line">
            {[null, ...family].map((child) => (
              <Row
                key={child?.id ?? 'own'}
                child={child}
                feed={items.find(({ learner_id }) => learner_id === (child?.id ?? null))}
                url={made && made.of === (child?.id ?? null) ? made.url : undefined}
                onMade={(url) => setMade({ of: child?.id ?? null, url })}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

type RowProps = {
  child: Child | null
  feed: Feed | undefined
  /** URL of a link just created: shown only once. */
  url: string | undefined
  onMade: (url: string) => void
}

const Row = ({ child, feed, url, onMade }: RowProps) => {
  const options = { onSuccess: (made: { url: string }) => onMade(made.url) }
  const makeOwn = useApiMutation(calendar.makeFeed, options)
  const makeChild = useApiMutation(calendar.makeChildFeed, options)
  const endOwn = useApiMutation(calendar.endFeed)
  const endChild = useApiMutation(calendar.endChildFeed)
  const params = { id: child?.id ?? '' }
  const error = makeOwn.error ?? makeChild.error ?? endOwn.error ?? endChild.error
  const name = child?.first_name ?? 'Your calendar'
  return (
    <li className="space-y-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="text-base">{name}</h3>
          <p className="text-sm text-muted">{stateOf(feed)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            busy={makeOwn.isPending || makeChild.isPending}
            onClick={() => (child ? makeChild.mutate({ params }) : makeOwn.mutate({}))}
          >
            {feed ? 'Create a new link' : 'Create a link'}
            <span className="visually-hidden"> for {name}</span>
          </Button>
          {feed ? (
            <Button
              variant="danger"
              size="small"
              busy={endOwn.isPending || endChild.isPending}
              onClick={() => (child ? endChild.mutate({ params }) : endOwn.mutate({}))}
            >
              Turn off<span className="visually-hidden"> for {name}</span>
            </Button>
          ) : null}
        </div>
      </div>
      {error ? (
        <Alert tone="danger" role="alert">
          {messageOf(error)}
        </Alert>
      ) : null}
      {url && feed ? <NewLink id={`feed-${child?.id ?? 'own'}`} url={url} /> : null}
    </li>
  )
}

const stateOf = (feed: Feed | undefined): string => {
  if (!feed) return 'No link'
  const made = `Link created on ${dateOf(feed.created_at)}`
  return feed.last_read_at
    ? `${made}, last read on ${dateOf(feed.last_read_at)}`
    : `${made}, not read yet`
}

const NewLink = ({ id, url }: { id: string; url: string }) => (
  <div role="status" className="space-y-2">
    <TextField
      id={id}
      label="Your new link"
      hint="Copy it now: it is shown only once. Any earlier link no longer works."
      readOnly
      value={url}
      onFocus={(event) => event.target.select()}
    />
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        onClick={() =>
          void navigator.clipboard
            .writeText(url)
            .then(() => toast.success('Copied'))
            .catch(() => toast.error('Please copy the link by hand.'))
        }
      >
        Copy
      </Button>
      <a href={url.replace(/^https?:/, 'webcal:')} className="link">
        Open in a calendar app
      </a>
    </div>
  </div>
)
