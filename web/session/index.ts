export { endPage, OFFLINE_DATABASE, session } from './page.ts'
export { createSession, memoryStorage, type Session } from './session.ts'
