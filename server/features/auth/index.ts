export { signAccessToken } from './access-token.ts'
export { ACTING_MINUTES, openActingSession, stopActing } from './acting.ts'
export { createCallers } from './callers.ts'
export { authRoutes } from './handlers.ts'
export { refuseGuessable } from './password-policy.ts'
export { hashPassword, isPassword, NO_PASSWORD, verifyPassword } from './passwords.ts'
export {
  endSessions,
  findAccountByEmail,
  findCredentials,
  forgetOldSessions,
  selectUser,
} from './queries.ts'
export { afterFirstStep, openFirstSession, openSession, startSession } from './sign-in.ts'
export type { Door } from './sign-in.ts'
export { beginStep, findStep, takeStep } from './steps.ts'
