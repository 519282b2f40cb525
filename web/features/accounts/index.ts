export { type Auth, forgetLostSessions, useAuth, useRefreshUser, useSignOut } from './auth.ts'
export { AwaitingConsent, ClosingAccount } from './late-parts.ts'
