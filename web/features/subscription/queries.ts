import { client } from '#web/api'

export const subscription = client(
  'subscription',
  async () => (await import('#contract/subscription')).subscription,
)
