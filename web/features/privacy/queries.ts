import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { useStoreUser } from '#views/auth'
import { client, useApiMutation } from '#web/api'

export const privacy = client('privacy', async () => (await import('#contract/privacy')).privacy)

const POLL_MS = 1500

type Exported = { state: { data?: { items: readonly { state: string }[] } | undefined } }

/** While one is being made, exports are asked for again and again. */
const whileWaiting = ({ state }: Exported) =>
  state.data?.items.some((each) => each.state === 'waiting') ? POLL_MS : false

export const exportsQuery = queryOptions({
  ...privacy.listExports.query(),
  refetchInterval: whileWaiting,
})

export const childExportsQuery = (id: string) =>
  queryOptions({
    ...privacy.listChildExports.query({ params: { id } }),
    refetchInterval: whileWaiting,
  })

/** Closes the account; the guard then shows the page that takes it back. */
export const useCloseAccount = () => {
  const keepUser = useStoreUser()
  return useApiMutation(privacy.closeAccount, {
    onSuccess: (user) => {
      keepUser(user)
      window.scrollTo(0, 0)
    },
  })
}

/** Everything is open again, and read anew. */
export const useRestoreAccount = () => {
  const cache = useQueryClient()
  return useApiMutation(privacy.restoreAccount, { onSuccess: () => cache.invalidateQueries() })
}
