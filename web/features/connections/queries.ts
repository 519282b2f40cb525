import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Friends } from '#contract/connections'
import { client, messageOf, useApiMutation } from '#web/api'

export const connections = client(
  'connections',
  async () => (await import('#contract/connections')).connections,
)

export const friendsQuery = connections.listFriends.query()

type Change = Parameters<typeof useApiMutation<{ params: { id: string } }, unknown>>[0]

/**
 * Shows at once what a change will have done, and takes it back, with a sentence, where it has failed.
 * @param apply what becomes of the lists
 */
export const useOptimisticMutation = (
  call: Change,
  apply: (friends: Friends, id: string) => Friends,
) => {
  const cache = useQueryClient()
  const { mutateAsync } = useApiMutation(call)
  const [failure, setFailure] = useState<string>()
  const { queryKey } = friendsQuery
  const send = async (id: string) => {
    setFailure(undefined)
    // A reply that is under way would bring back what was before.
    await cache.cancelQueries({ queryKey })
    const before = cache.getQueryData(queryKey)
    cache.setQueryData(queryKey, (friends) => friends && apply(friends, id))
    try {
      await mutateAsync({ params: { id } })
    } catch (error) {
      cache.setQueryData(queryKey, before)
      setFailure(messageOf(error))
      await cache.invalidateQueries({ queryKey })
    }
  }
  return { send, failure }
}

export const activity = connections.friendsActivity.pages()

export const groups = connections.listGroups.query()
