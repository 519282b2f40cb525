import type { User } from '#contract/auth'
import { useSettings } from '#views/site'

const NEW_ACCOUNT_MS = 5 * 60 * 1000

<<<<<<< HEAD
/** Toast after sign-in: accounts younger than five minutes are new. */
export const useWelcome = () => {
=======
/** The words of the toast after signing in: accounts under five minutes old are new. */
export const useAfterSignIn = () => {
>>>>>>> main
  const { site_name } = useSettings()
  return (user: User): string =>
    Date.now() - Date.parse(user.created_at) < NEW_ACCOUNT_MS
      ? `Welcome to ${site_name}, ${user.first_name}!`
      : 'Welcome back!'
}
