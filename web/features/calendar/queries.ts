import { client } from '#web/api'

export const calendar = client('calendar')
