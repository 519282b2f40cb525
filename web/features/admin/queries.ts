import { client } from '#web/api'

export const invitations = client(
  'invitations',
  async () => (await import('#contract/invitations')).invitations,
)
