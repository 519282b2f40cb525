import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Friends } from '#contract/connections'
import { client, messageOf, useApiMutation } from '#web/api'

export const connections = client('connections')

export const friendsQuery = connections.listFriends.query()

type Change = Parameters<typeof useApiMutation<{ params: { id: string } }, unknown>>[0]

/**
 * Applies a change optimistically, and rolls back with an error message if it fails.
 * @param apply the change to the cached lists
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
    // A query in flight would restore the old data.
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
