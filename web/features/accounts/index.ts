export { type Auth, useAuth, useRefreshUser, useUser } from './auth.ts'
export { AwaitingConsent, ClosingAccount } from './late-parts.ts'
export { useSignOut } from './sign-out.ts'
