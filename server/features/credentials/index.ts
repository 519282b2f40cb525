export { reserveCredentials, revokeCredentials } from './reserve.ts'
export type { AchievementContent, ContentOf, RecordContent } from './content.ts'
