import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { Friend } from '#contract/connections'
import { paths } from '#contract/paths'
import { Avatar, ButtonLink, Chip, EmptyState, lazyPart } from '#ui'
import { WriteButton } from '#views/messages'
import { withPicture } from '#web/api'
import { dateOf } from '#web/format'
import { loads, type PageWords } from '#web/page'

import { NotYet } from './NotYet.tsx'
import { friendsQuery } from './queries.ts'

const PersonActions = lazyPart(() => import('./PersonActions.tsx'), 'PersonActions', 'h-9 w-40')
const Blocked = lazyPart(() => import('./Blocked.tsx'), 'Blocked')

export const handle = { failed: 'Your friends could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [friendsQuery])

const FriendsPage = () => {
  const {
    data: { friends, not_yet },
  } = useSuspenseQuery(friendsQuery)
  return (
    <div className="space-y-8">
      <NotYet reason={not_yet} />
      {friends.length === 0 ? (
        <EmptyState
          title="No friends here yet"
          action={
            not_yet ? null : (
              <ButtonLink to={paths.friendRequests}>Ask somebody you know</ButtonLink>
            )
          }
        >
          Friends you are connected with appear here, with what they have chosen to show.
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
            Ask somebody else you know
          </Link>
        ) : null}
        <Link to={paths.friendsActivity} className="link">
          What friends see of you
        </Link>
      </p>
      <Blocked />
    </div>
  )
}

const FriendCard = ({ friend }: { friend: Friend }) => (
  <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-low">
    <div className="flex items-center gap-3">
      <Avatar user={withPicture({ ...friend, last_name: '' })} className="size-12 text-lg" />
      <div className="min-w-0">
        <h2 className="text-lg wrap-anywhere">
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
