import { useState } from 'react'
import { Link } from 'react-router'

import type { Notification } from '#contract/notifications'
import { useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { notifications } from './queries.ts'

type Props = { item: Notification; onOpen?: () => void }

/** A notification; following it marks it as read. */
export const Item = ({ item: { id, title, path, created_at, read }, onOpen }: Props) => {
  const [now] = useState(() => Date.now())
  const { mutate } = useApiMutation(notifications.readNotifications)
  const open = () => {
    if (!read) mutate({ body: { ids: [id] } })
    onOpen?.()
  }
  return (
    <li>
      <Link
        to={path}
        onClick={open}
        className="flex items-start gap-3 px-4 py-3 text-ink no-underline -outline-offset-3 hover:bg-sunk"
      >
        <span
          className={`mt-2 size-2 shrink-0 rounded-full ${read ? '' : 'bg-brand'}`}
          aria-hidden="true"
        />
        <span className="min-w-0">
          <span className={`block ${read ? '' : 'font-semibold'}`}>
            {read ? null : <span className="visually-hidden">New: </span>}
            <bdi>{title}</bdi>
          </span>
          <span className="block text-sm text-muted">{ago(created_at, now)}</span>
        </span>
      </Link>
    </li>
  )
}
