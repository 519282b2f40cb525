import { FIRST_CALLS } from '#contract/first-calls'
import type { status as table } from '#contract/status'
import { client } from '#web/api'

// Types only: the schemas are not loaded.
const status = client('status', { showStatus: FIRST_CALLS.showStatus } as Pick<
  typeof table,
  'showStatus'
>)

export const siteStatus = { ...status.showStatus.query(), refetchInterval: 60_000 }
