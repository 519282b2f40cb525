import { client } from '#web/api'

const progress = client('progress', async () => (await import('#contract/progress')).progress)

/** The reader's own zone, as far as the server knows zones by that name too. */
export const timeZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
}

export const dashboard = () => progress.dashboard.query({ query: { time_zone: timeZone() } })
