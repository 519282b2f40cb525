import { useStoreUser } from '#views/auth'
import { client } from '#web/api'

export const profile = client('profile', async () => (await import('#contract/profile')).profile)

export const profileQuery = profile.getProfile.query()

/** What a change of one's profile does beside: the name and the picture stand on every page. */
export const useProfileSaved = () => {
  const onSuccess = useStoreUser()
  return { replaces: () => profileQuery.queryKey, onSuccess }
}
