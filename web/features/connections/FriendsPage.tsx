import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { Friend } from '#contract/connections'
import { paths } from '#contract/paths'
import { Avatar, ButtonLink, Chip, EmptyState, lazyPart } from '#ui'
import { WriteButton } from '#views/messages'
import { withAvatarUrl } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { friendsQuery } from './queries.ts'
import { UnavailableNotice } from './UnavailableNotice.tsx'

const PersonActions = lazyPart(() => import('./PersonActions.tsx'), 'PersonActions', 'h-9 w-40')
const Blocked = lazyPart(() => import('./Blocked.tsx'), 'Blocked')

export const handle = { failed: 'Your friends could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [friendsQuery])

const FriendsPage = () => {
  const {
    data: { friends, not_yet },
  } = useSuspenseQuery(friendsQuery)
  return (
    <div className="space-y-8">
      <UnavailableNotice reason={not_yet} />
      {friends.length === 0 ? (
        <EmptyState
          title="No friends yet"
          action={
            not_yet ? null : <ButtonLink to={paths.friendRequests}>Add someone you know</ButtonLink>
          }
        >
          Your friends appear here, with whatever they choose to share.
        </EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {friends.map((friend) => (
            <FriendCard key={friend.id} friend={friend} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {friends.length > 0 && !not_yet ? (
          <Link to={paths.friendRequests} className="link">
            Add someone else you know
          </Link>
        ) : null}
        <Link to={paths.friendsActivity} className="link">
          What friends can see about you
        </Link>
      </p>
      <Blocked />
    </div>
  )
}

const FriendCard = ({ friend }: { friend: Friend }) => (
  <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-low">
    <div className="flex items-center gap-3">
      <Avatar user={withAvatarUrl({ ...friend, last_name: '' })} className="size-12 text-lg" />
      <div className="min-w-0">
        <h2 className="text-lg">
          <bdi>{friend.name}</bdi>
        </h2>
        <p className="text-sm text-muted">Since {dateOf(friend.since)}</p>
      </div>
    </div>
    {friend.level === null ? null : (
      <p>
        <Chip tone="brand">Level {friend.level}</Chip>
      </p>
    )}
    <div className="mt-auto space-y-2">
      <WriteButton to={{ person: friend.id }} name={friend.name} />
      <PersonActions person={friend} isFriend />
    </div>
  </li>
)

export default FriendsPage
