import { client } from '#web/api'

const progress = client('progress', async () => (await import('#contract/progress')).progress)

/** The browser's time zone, or UTC if its name is not standard. */
export const timeZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
}

export const dashboard = () => progress.dashboard.query({ query: { time_zone: timeZone() } })
