export { endPage, isPageEnding, OFFLINE_DATABASE, session } from './page.ts'
export { createSession, memoryStorage, type Session } from './session.ts'
export { returnPath, returnTo, saveReturnPath, takeReturnPath } from './return-path.ts'
