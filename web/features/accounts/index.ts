export { type Auth, forgetLostSessions, useAuth, useRefreshUser, useSignOut } from './auth.ts'
export { AwaitingConsent } from './late-parts.ts'
