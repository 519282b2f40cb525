import { client } from '#web/api'

export const weeklyEmails = client(
  'letters',
  async () => (await import('#contract/weekly-emails')).weeklyEmails,
)
