import { client } from '#web/api'
import { ownTimeZone } from '#web/format'

const progress = client('progress')

export const dashboard = () => progress.dashboard.query({ query: { time_zone: ownTimeZone() } })
