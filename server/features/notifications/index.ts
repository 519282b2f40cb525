export { chooseNotificationLetters } from './choices.ts'
export { notificationRoutes } from './handlers.ts'
export { forgetNotices, markTopicRead, notifyPerson } from './notify.ts'
export { NOTIFICATION_LETTERS } from './send.ts'
