import { client } from '#web/api'

export const letters = client('letters', async () => (await import('#contract/letters')).letters)
