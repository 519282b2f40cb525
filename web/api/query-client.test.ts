import { expect, test } from 'vitest'

import { ApiError } from './error.ts'
import { queryClient } from './query-client.ts'

const refetched = async (name: string, status: number) => {
  const queryKey = [name]
  queryClient.setQueryData(queryKey, 'seen before')
  const refused = () => Promise.reject(new ApiError({ status }))
  await queryClient
    .fetchQuery({ queryKey, queryFn: refused, staleTime: 0, retry: false })
    .catch(() => undefined)
  return queryClient.getQueryData(queryKey)
}

test.each([401, 403, 404])('what is refused with %i is no longer shown', async (status) => {
  expect(await refetched(`refused ${status}`, status)).toBeUndefined()
})

test.each([0, 429, 503])('what fails with %i stays as it was last seen', async (status) => {
  expect(await refetched(`failed ${status}`, status)).toBe('seen before')
})
