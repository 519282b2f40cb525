export { arrayFrom, dayInUtc, jsonRecordFrom, orEmpty } from './aggregates.ts'
export { builtOnce, type Given } from './built-once.ts'
export { CannotStart } from './cannot-start.ts'
export type { Connection, ServerAddress } from './connection.ts'
export { isDatabaseAway, violatedConstraint } from './database-errors.ts'
export { lockTables } from './lock-tables.ts'
export { openListener, type Unlisten } from './listener.ts'
export type { Log } from './log.ts'
export { migrate } from './migrate.ts'
<<<<<<< HEAD
export { type Db, openDatabase } from './open-database.ts'
export { noReplica, openReplica, type Replica, type ReplicaState } from './replica.ts'
=======
export { connectionsOf, type Db, openDatabase } from './open-database.ts'
>>>>>>> main
export type { DB } from './tables.gen.ts'
export { afterCommit, transaction } from './transaction.ts'
