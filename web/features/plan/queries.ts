import { client } from '#web/api'

export const plan = client('plan', async () => (await import('#contract/plan')).plan)
