export { AlreadyRuns, CannotStart } from './cannot-start.ts'
export type { Connection, ServerAddress } from './connection.ts'
export { chooseDataFolder } from './data-folder.ts'
export { isDatabaseAway, violatedConstraint } from './database-errors.ts'
export {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
export { openListener, type Unlisten } from './listener.ts'
export { migrate } from './migrate.ts'
export { type Db, openDatabase } from './open-database.ts'
export { transaction } from './transaction.ts'
