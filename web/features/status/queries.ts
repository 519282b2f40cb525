import { client } from '#web/api'

const status = client('status')

export const siteStatus = { ...status.showStatus.query(), refetchInterval: 60_000 }
