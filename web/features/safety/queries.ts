import { client } from '#web/api'

export const safety = client('safety', async () => (await import('#contract/safety')).safety)
