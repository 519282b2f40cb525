import { client } from '#web/api'

export const guardians = client(
  'guardians',
  async () => (await import('#contract/guardians')).guardians,
)
