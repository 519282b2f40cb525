export { signAccessToken } from './access-token.ts'
export { ACTING_MINUTES, openActingSession, stopActing } from './acting.ts'
export { createCallers } from './callers.ts'
export { authRoutes } from './handlers.ts'
export { rejectGuessablePassword } from './password-policy.ts'
export { hashPassword, isPassword, NO_PASSWORD, verifyPassword } from './passwords.ts'
export {
  endSessions,
  findAccountByEmail,
  findCredentials,
  deleteOldSessions,
  selectUser,
} from './queries.ts'
export { withdrawPassword } from './recover.ts'
export { afterFirstStep, openFirstSession, openSession, startSession } from './sign-in.ts'
export type { HttpExchange } from './sign-in.ts'
export { startSignInStep, findStep, consumeStep } from './steps.ts'
