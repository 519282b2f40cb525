import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { EmptyState, LoadMore, Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { Item } from './Item.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { allNotifications } from './queries.ts'

export const handle = { failed: 'Notifications could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [allNotifications])

/** Notifications of recent months. */
const NotificationsPage = () => {
  const list = useSuspenseInfiniteQuery(allNotifications)
  const { pages } = list.data
  const items = pages.flatMap((page) => page.items)
  return (
    <Page width="text">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <PageHeading>Notifications</PageHeading>
        <MarkAllRead unread={list.data?.pages[0]?.unread_count ?? 0} />
      </header>
      {items.length === 0 ? (
        <EmptyState title="Nothing yet">
          You will see here when others do something that concerns you. Notifications are kept for
          three months.
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-low">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
      <p className="mt-6">
        <Link to={`${paths.profile}#notifications`} className="link">
          Choose your notifications
        </Link>
      </p>
    </Page>
  )
}

export default NotificationsPage
