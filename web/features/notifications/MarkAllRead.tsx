import { Button, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { notifications } from './queries.ts'

/** Renders nothing without unread notifications. */
export const MarkAllRead = ({ unread }: { unread: number }) => {
  const read = useApiMutation(notifications.readNotifications)
  return unread === 0 ? null : (
    <Button
      variant="quiet"
      size="small"
      busy={read.isPending}
      onClick={() =>
        read.mutate({ body: {} }, { onError: (error) => toast.error(messageOf(error)) })
      }
    >
      Mark all as read
    </Button>
  )
}
