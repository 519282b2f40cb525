export { resetApp, isAppResetting, OFFLINE_DATABASE, session } from './page.ts'
export { createSession, memoryStorage, type Session } from './session.ts'
export { returnPath, returnTo, saveReturnPath, consumeReturnPath } from './return-path.ts'
