export {
  type Auth,
  forgetLostSessions,
  useAuth,
  useRefreshUser,
  useSignOut,
  useUser,
} from './auth.ts'
export { AwaitingConsent, ClosingAccount } from './late-parts.ts'
