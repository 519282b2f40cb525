import { client } from '#web/api'

export const calendar = client(
  'calendar',
  async () => (await import('#contract/calendar')).calendar,
)
