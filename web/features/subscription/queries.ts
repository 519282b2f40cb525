import { client } from '#web/api'

export const subscription = client('subscription')
