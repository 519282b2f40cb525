import type { User } from '#contract/auth'
import { useSettings } from '#views/site'

const NEW_ACCOUNT_MS = 5 * 60 * 1000

/** Toast after sign-in: accounts younger than five minutes are new. */
export const useAfterSignIn = () => {
  const { site_name } = useSettings()
  return (user: User): string =>
    Date.now() - Date.parse(user.created_at) < NEW_ACCOUNT_MS
      ? `Welcome to ${site_name}, ${user.first_name}!`
      : 'Welcome back!'
}
