import { client } from '#web/api'

export const schoolSignIn = client(
  'schoolSignIn',
  async () => (await import('#contract/school-sign-in')).schoolSignIn,
)
