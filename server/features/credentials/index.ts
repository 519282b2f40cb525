export { credentialRoutes } from './handlers.ts'
export { rotateKeys } from './keys.ts'
export { reserveCredentials, revokeCredentials } from './reserve.ts'
export type { AchievementContent, ContentOf, RecordContent } from './content.ts'
