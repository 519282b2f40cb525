export {
  type Auth,
  forgetLostSessions,
  useAuth,
  useRefreshUser,
  useSignOut,
  useUser,
} from './auth.ts'
export { AwaitingConsent } from './late-parts.ts'
