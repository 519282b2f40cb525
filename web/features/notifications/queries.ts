import { client } from '#web/api'

export const notifications = client(
  'notifications',
  async () => (await import('#contract/notifications')).notifications,
)

export const unreadQuery = notifications.countUnread.query()
export const choicesQuery = notifications.getNotificationChoices.query()

export const allNotifications = notifications.listNotifications.pages()
