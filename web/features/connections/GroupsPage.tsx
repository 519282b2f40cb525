import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { QuestGroup } from '#contract/connections'
import { paths } from '#contract/paths'
import { Alert, Avatar, Button, Card, Chip, EmptyState, lazyPart } from '#ui'
import { WriteButton } from '#views/messages'
import { messageOf, useApiMutation, withAvatarUrl } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { connections, groups } from './queries.ts'

const NewGroup = lazyPart(() => import('./NewGroup.tsx'), 'NewGroup', 'h-64')

export const handle = { failed: 'Your groups could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [groups])

const GroupsPage = () => {
  const {
    data: { items },
  } = useSuspenseQuery(groups)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      {items.length === 0 ? (
        <EmptyState title="No groups yet">
          Friends doing the same quest can form a group. Everyone in a group is connected with
          everyone else.
        </EmptyState>
      ) : (
        <ul className="space-y-4">
          {items.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </ul>
      )}
      <NewGroup />
    </div>
  )
}

const Group = ({ group }: { group: QuestGroup }) => {
  const join = useApiMutation(connections.joinGroup)
  const leave = useApiMutation(connections.leaveGroup)
  const { id, name, quest, state, invited_by, members } = group
  const error = join.error ?? leave.error
  return (
    <li>
      <Card aria-labelledby={`group-${id}`} className="space-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={`group-${id}`} className="text-xl">
            <bdi>{name}</bdi>
          </h2>
          {state === 'invited' ? <Chip tone="warning">Invitation</Chip> : null}
        </div>
        <p>
          {state === 'invited' && invited_by ? (
            <>
              <bdi>{invited_by}</bdi> invites you to do{' '}
            </>
          ) : null}
          <Link to={paths.quest(quest.id)} className="link">
            {quest.title}
          </Link>
          {state === 'invited' ? ' together.' : null}
        </p>
        {members.length === 0 ? (
          <p className="text-muted">Nobody else has joined yet.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-2" aria-label={`Members of ${name}`}>
            {members.map((member) => (
              <li key={member.id} className="flex items-center gap-2">
                <Avatar user={withAvatarUrl({ ...member, last_name: '' })} />
                <bdi>{member.name}</bdi>
              </li>
            ))}
          </ul>
        )}
        {error ? (
          <Alert tone="danger" role="alert">
            {messageOf(error)}
          </Alert>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {state === 'invited' ? (
            <Button
              size="small"
              busy={join.isPending}
              aria-label={`Join ${name}`}
              onClick={() => join.mutate({ params: { id } })}
            >
              Join
            </Button>
          ) : members.length === 0 ? null : (
            <WriteButton to={{ group: id }} name={name} />
          )}
          <Button
            variant="secondary"
            size="small"
            busy={leave.isPending}
            aria-label={state === 'invited' ? `Decline ${name}` : `Leave ${name}`}
            onClick={() => leave.mutate({ params: { id } })}
          >
            {state === 'invited' ? 'Decline' : 'Leave'}
          </Button>
        </div>
      </Card>
    </li>
  )
}

export default GroupsPage
