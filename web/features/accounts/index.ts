export { type Auth, forgetLostSessions, useAuth, useSignOut, useUser } from './auth.ts'
export { AwaitingConsent } from './late-parts.ts'
