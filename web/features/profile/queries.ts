import { useStoreUser } from '#views/auth'
import { client } from '#web/api'

export const profile = client('profile')

export const profileQuery = profile.getProfile.query()

/** Side effects of a profile change: name and picture appear on every page. */
export const useProfileSaved = () => {
  const onSuccess = useStoreUser()
  return { replaces: () => profileQuery.queryKey, onSuccess }
}
