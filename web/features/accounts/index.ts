export { type Auth, useAuth, useRefreshUser, useUser } from './auth.ts'
export { AwaitingConsent, ClosingAccount, SignOutButton } from './lazy-components.ts'
