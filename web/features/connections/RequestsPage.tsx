import { useSuspenseQuery } from '@tanstack/react-query'

import type { Friends, ReceivedRequest, SentRequest } from '#contract/connections'
import { Alert, Avatar, Button, Chip, lazyPart, SectionCard } from '#ui'
import { withAvatarUrl } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { connections, friendsQuery, useOptimisticMutation } from './queries.ts'
import { UnavailableNotice } from './UnavailableNotice.tsx'

const PersonActions = lazyPart(() => import('./PersonActions.tsx'), 'PersonActions', 'h-9 w-40')
const AskForm = lazyPart(() => import('./AskForm.tsx'), 'AskForm', 'mt-4 h-40')

export const handle = { failed: 'The requests could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [friendsQuery])

const RequestsPage = () => {
  const { data: friends } = useSuspenseQuery(friendsQuery)
  return <Requests friends={friends} />
}

const without = <T extends { id: string }>(all: readonly T[], id: string) =>
  all.filter((each) => each.id !== id)

const Requests = ({ friends }: { friends: Friends }) => {
  const { requests_received: received, requests_sent: sent, not_yet } = friends
  const accept = useOptimisticMutation(connections.acceptFriend, (before, id) => ({
    ...before,
    requests_received: without(before.requests_received, id),
  }))
  const decline = useOptimisticMutation(connections.declineFriend, (before, id) => ({
    ...before,
    requests_received: without(before.requests_received, id),
  }))
  const cancel = useOptimisticMutation(connections.cancelFriend, (before, id) => ({
    ...before,
    requests_sent: without(before.requests_sent, id),
  }))
  const failure = accept.failure ?? decline.failure ?? cancel.failure
  return (
    <div className="space-y-6">
      <UnavailableNotice reason={not_yet} />
      {failure ? (
        <Alert tone="danger" role="alert" title="That did not work. Nothing has changed.">
          <p>{failure}</p>
        </Alert>
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SectionCard id="received" title="Requests for you">
          {received.length === 0 ? (
            <p className="mt-2 text-muted">
              You have no requests to answer. Anyone who knows your email address can send you one.
            </p>
          ) : (
            <ul className="mt-2 divide-y divide-line">
              {received.map((request) => (
                <Received
                  key={request.id}
                  request={request}
                  mayAccept={not_yet === null}
                  onAccept={() => void accept.send(request.id)}
                  onDecline={() => void decline.send(request.id)}
                />
              ))}
            </ul>
          )}
        </SectionCard>
        <div className="space-y-6">
          {not_yet === null ? (
            <SectionCard id="ask" title="Add someone you know">
              <AskForm />
            </SectionCard>
          ) : null}
          <SectionCard id="sent" title="Requests you sent">
            {sent.length === 0 ? (
              <p className="mt-2 text-muted">Requests stay here for up to 30 days.</p>
            ) : (
              <ul className="mt-2 divide-y divide-line">
                {sent.map((request) => (
                  <Sent
                    key={request.id}
                    request={request}
                    onCancel={() => void cancel.send(request.id)}
                  />
                ))}
              </ul>
            )}
          </SectionCard>
        </div>
      </div>
    </div>
  )
}

type ReceivedProps = {
  request: ReceivedRequest
  mayAccept: boolean
  onAccept: () => void
  onDecline: () => void
}

const Received = ({ request, mayAccept, onAccept, onDecline }: ReceivedProps) => {
  const { person, waits_for, created_at } = request
  return (
    <li className="space-y-3 py-4">
      <div className="flex items-center gap-3">
        <Avatar user={withAvatarUrl({ ...person, last_name: '' })} className="size-10" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <bdi>{person.name}</bdi>
            {person.is_adult ? <Chip tone="warning">Grown-up</Chip> : null}
          </p>
          <p className="text-sm text-muted">Sent on {dateOf(created_at)}</p>
        </div>
      </div>
      {waits_for === 'guardian' ? (
        <p>You said yes. Now your family decides.</p>
      ) : (
        <p className="text-muted">Only accept people you know outside this site.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayAccept && waits_for === 'you' ? (
          <Button size="small" aria-label={`Accept ${person.name}`} onClick={onAccept}>
            Accept
          </Button>
        ) : null}
        <Button
          variant="secondary"
          size="small"
          aria-label={`Decline ${person.name}`}
          onClick={onDecline}
        >
          Decline
        </Button>
        <PersonActions person={person} />
      </div>
    </li>
  )
}

const Sent = ({ request, onCancel }: { request: SentRequest; onCancel: () => void }) => {
  const { email, created_at, waits_for } = request
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">{email}</p>
        <p className="text-sm text-muted">
          {waits_for === 'guardian' ? 'Waiting for your family since ' : 'Since '}
          {dateOf(created_at)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Cancel the request to ${email}`}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </li>
  )
}

export default RequestsPage
