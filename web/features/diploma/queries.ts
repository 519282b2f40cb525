import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'

const diploma = client(async () => (await import('#contract/diploma')).diploma)

export const ownDiplomas = queryOptions({
  queryKey: ['diploma'],
  queryFn: ({ signal }) => diploma.getDiploma({}, { signal }),
})

export const useTakeOut = () => {
  const cache = useQueryClient()
  return useMutation({
    // One key for all tries of one click.
    mutationFn: (idempotencyKey: string) => diploma.takeOutCertificate({}, { idempotencyKey }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ownDiplomas.queryKey }),
  })
}
