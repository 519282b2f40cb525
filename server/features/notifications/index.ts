export { switchNotificationEmails } from './choices.ts'
export { notificationRoutes } from './handlers.ts'
export {
  deleteNoticesAbout,
  deleteNoticesOfMany,
  deleteTopic,
  markTopicRead,
  notifyPerson,
} from './notify.ts'
export type { Notice } from './notify.ts'
export { countNotices } from './queries.ts'
export { UNSUBSCRIBE_PURPOSE } from './send.ts'
