import type { Cache } from '#platform/cache'
import type { ChangeEvents } from '#platform/change-events'
import type { Config } from '#platform/config'
import type { Db, Replica } from '#platform/database'
import type { Files } from '#platform/files'
import type { Jobs } from '#platform/jobs'
import type { Limits } from '#platform/limits'
import type { Mail } from '#platform/mail'
import type { Metrics } from '#platform/metrics'
import type { PubSub } from '#platform/pubsub'

import type { Callers } from './access.ts'
import type { Learners } from './learner.ts'

/** The program's dependencies, passed in by `createApp` and available to every handler. */
export type Parts = {
  config: Config
  db: Db
  clock: () => Date
  cache: Cache
  callers: Callers
  pubsub: PubSub
  files: Files
  jobs: Jobs
  learners: Learners
  limits: Limits
  mail: Mail
  metrics: Metrics
  replica: Replica
  changeEvents: ChangeEvents
  /** Key material for signatures and derived tokens; the same on every node. */
  secret: Uint8Array
}
