export {
  type Auth,
  forgetLostSessions,
  useAuth,
  useBegin,
  useRefreshUser,
  useSignOut,
  useUser,
} from './auth.ts'
export { AuthPanel } from './AuthPanel.tsx'
export { PasswordStrength } from './PasswordStrength.tsx'
export { AwaitingConsent, ClosingAccount } from './late-parts.ts'
