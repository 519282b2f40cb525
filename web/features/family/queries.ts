import { client } from '#web/api'

export const family = client('family', async () => (await import('#contract/family')).family)
export const guardians = client(
  'guardians',
  async () => (await import('#contract/guardians')).guardians,
)
