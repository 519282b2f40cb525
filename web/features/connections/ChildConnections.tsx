import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { ChildConnections as Connections } from '#contract/connections'
import { paths } from '#contract/paths'
import type { GuardianScope } from '#rules/access'
import { Alert, Avatar, Button, Card, QueryView } from '#ui'
import { messageOf, useApiMutation, withAvatarUrl } from '#web/api'
import { dateOf } from '#web/format'

import { ChildRequestItem } from './ChildRequestItem.tsx'
import { connections } from './queries.ts'

const ANCHOR = 'connections'

/** Links in emails target this card, which may render after the page. */
const arrive = (card: HTMLElement | null) => {
  if (window.location.hash === `#${ANCHOR}`) card?.scrollIntoView()
}

type Props = { id: string; name: string; scopes: readonly GuardianScope[] }

/** A minor's connections; a guardian decides about each for a child under 13. Renders nothing for people without access. */
export const ChildConnections = ({ id, name, scopes }: Props) => {
  const query = useQuery(connections.listChildConnections.query({ params: { id } }))
  return (
    <QueryView query={query} what="the connections" skeleton="h-32" missing={<></>}>
      {(data) => (
        <Card id={ANCHOR} ref={arrive} aria-labelledby="child-connections" className="scroll-mt-20">
          <h2 id="child-connections" className="text-xl">
            Connections
          </h2>
          <Loaded id={id} name={name} data={data} decides={scopes.includes('consent')} />
        </Card>
      )}
    </QueryView>
  )
}

type LoadedProps = { id: string; name: string; data: Connections; decides: boolean }

const Loaded = ({ id, name, data, decides }: LoadedProps) => {
  const { friends, requests, allowed, under_13 } = data
  const end = useApiMutation(connections.endChildConnection)
  return (
    <div className="mt-3 space-y-4">
      {under_13 && !allowed ? (
        <p className="text-muted">
          {name} cannot connect with anyone yet. This needs your consent to connections and
          messages, on a signed form or in a call.{' '}
          <Link to={paths.childConsents(id)} className="link">
            What you have agreed to
          </Link>
        </p>
      ) : null}
      {requests.length > 0 ? (
        <ul className="space-y-3">
          {requests.map((request) => (
            <ChildRequestItem key={request.id} childId={id} name={name} request={request} />
          ))}
        </ul>
      ) : null}
      {friends.length === 0 ? (
        <p className="text-muted">{name} has no connections.</p>
      ) : (
        <ul className="divide-y divide-line">
          {friends.map((friend) => (
            <li key={friend.id} className="flex flex-wrap items-center gap-3 py-3">
              <Avatar user={withAvatarUrl({ ...friend, last_name: '' })} />
              <span className="min-w-0 grow">
                <bdi className="font-medium">{friend.name}</bdi>{' '}
                <span className="text-sm text-muted">since {dateOf(friend.since)}</span>
              </span>
              {under_13 && decides ? (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Remove the connection with ${friend.name}`}
                  busy={end.isPending && end.variables.params.user_id === friend.id}
                  onClick={() => end.mutate({ params: { id, user_id: friend.id } })}
                >
                  Remove
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {end.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(end.error)}
        </Alert>
      ) : null}
      {under_13 ? null : (
        <p className="text-sm text-muted">From age 13, {name} decides about connections.</p>
      )}
    </div>
  )
}
