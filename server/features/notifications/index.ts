export { forgetNotices, markTopicRead, notifyPerson } from './notify.ts'
export type { Notice } from './notify.ts'
