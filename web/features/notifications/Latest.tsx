import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { QueryView } from '#ui'

import { Item } from './Item.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { notifications } from './queries.ts'

/** Latest notifications, in the panel below the bell. */
export const Latest = ({ onLeave }: { onLeave: () => void }) => {
  const query = useQuery(notifications.listNotifications.query({ query: { limit: 8 } }))
  return (
    <div>
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-lg">Notifications</h2>
        <MarkAllRead unread={query.data?.unread_count ?? 0} />
      </div>
      <QueryView query={query} what="notifications" skeleton="m-4 h-40">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-4 py-6 text-muted">
              Nothing yet. You will see here when others do something that concerns you.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <Item key={item.id} item={item} onOpen={onLeave} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <p className="border-t border-line px-4 py-2">
        <Link
          to={paths.notifications}
          onClick={onLeave}
          className="link inline-flex min-h-9 items-center"
        >
          All notifications
        </Link>
      </p>
    </div>
  )
}
