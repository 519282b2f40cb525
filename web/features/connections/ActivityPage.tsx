import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { ActivityItem } from '#contract/connections'
import { paths } from '#contract/paths'
import { Avatar, EmptyState, lazyPart, LoadMore, SectionCard } from '#ui'
import { withAvatarUrl } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { ACTIVITY_WORDS } from './labels.ts'
import { activity } from './queries.ts'

const Sharing = lazyPart(() => import('./Sharing.tsx'), 'Sharing', 'mt-4 h-48')

export const handle = { failed: 'Your friends’ activity could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [activity])

const ActivityPage = () => {
  const list = useSuspenseInfiniteQuery(activity)
  const { pages } = list.data
  const items = pages.flatMap((page) => page.items)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      {items.length === 0 ? (
        <EmptyState title="Nothing to see yet">
          What your friends choose to share appears here. Everyone starts out sharing nothing.
        </EmptyState>
      ) : (
        <SectionCard id="activity" title="Friends’ activity">
          <ul className="mt-2 divide-y divide-line">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <LoadMore list={list} />
        </SectionCard>
      )}
      <SectionCard id="sharing" title="What friends can see about you">
        <Sharing />
      </SectionCard>
    </div>
  )
}

const Item = ({ item: { person, kind, title, quest_id, at } }: { item: ActivityItem }) => (
  <li className="flex items-start gap-3 py-3">
    <Avatar user={withAvatarUrl({ ...person, last_name: '' })} className="mt-0.5 size-8 text-sm" />
    <div className="min-w-0">
      <p>
        <strong>
          <bdi>{person.name}</bdi>
        </strong>{' '}
        {ACTIVITY_WORDS[kind]}{' '}
        {quest_id ? (
          <Link to={paths.quest(quest_id)} className="link">
            {title}
          </Link>
        ) : (
          `“${title}”`
        )}
      </p>
      <p className="text-sm text-muted">{dateOf(at)}</p>
    </div>
  </li>
)

export default ActivityPage
