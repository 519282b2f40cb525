import { client } from '#web/api'

export const notifications = client('notifications')

export const unreadQuery = notifications.countUnread.query()
export const choicesQuery = notifications.getNotificationChoices.query()

export const allNotifications = notifications.listNotifications.pages()
