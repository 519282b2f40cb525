import { client } from '#web/api'

export const secondFactor = client('secondFactor')
