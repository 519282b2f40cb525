import { client } from '#web/api'

export const advising = client(
  'advising',
  async () => (await import('#contract/advising')).advising,
)
