import { client } from '#web/api'

export const weeklyEmails = client('weeklyEmails')
