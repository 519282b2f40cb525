import { client } from '#web/api'

export const authoring = client(
  'authoring',
  async () => (await import('#contract/authoring')).authoring,
)
