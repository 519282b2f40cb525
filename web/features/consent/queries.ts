import { client } from '#web/api'

export const consent = client('consent', async () => (await import('#contract/consent')).consent)
