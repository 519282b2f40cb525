import { client } from '#web/api'

export const secondFactor = client(
  'secondFactor',
  async () => (await import('#contract/second-factor')).secondFactor,
)
