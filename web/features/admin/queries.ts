import { client } from '#web/api'

export const audit = client('audit', async () => (await import('#contract/audit')).audit)

export const people = client('people', async () => (await import('#contract/people')).people)

export const invitations = client(
  'invitations',
  async () => (await import('#contract/invitations')).invitations,
)

export const guardians = client(
  'guardians',
  async () => (await import('#contract/guardians')).guardians,
)

export const caseload = client(
  'caseload',
  async () => (await import('#contract/caseload')).caseload,
)
