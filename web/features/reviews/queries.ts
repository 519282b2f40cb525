import { client } from '#web/api'

export const reviews = client('reviews', async () => (await import('#contract/reviews')).reviews)
