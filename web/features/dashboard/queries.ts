import { queryOptions } from '@tanstack/react-query'

import { client } from '#web/api'

const progress = client(async () => (await import('#contract/progress')).progress)

/** The reader's own zone, as far as the server knows zones by that name too. */
const timeZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
}

export const dashboard = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => progress.dashboard({ query: { time_zone: timeZone() } }, { signal }),
})
